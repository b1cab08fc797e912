"""The race program: its data, its words, its page and its print."""
