"""What is asked before a command is decided."""
