"""Where a wheel's number comes from: a serial line, a simulated wheel, the dealer's keypad."""
