"""Mathematics: exact odds from the same tables that pay."""
