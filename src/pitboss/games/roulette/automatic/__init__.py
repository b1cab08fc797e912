"""The automatic wagering table: terminals, console, clock and wheel sensor around the same roulette Round."""
