"""The proof of a journal."""
