"""The sic bo table as a picture, and its sign."""
