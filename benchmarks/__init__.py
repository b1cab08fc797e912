"""How fast Pitboss is, measured on the machine at hand: `make bench`. Nothing here is a test, and no test is timed."""
