"""The facility's day: race cards, windows, tickets, results and payments, as one recorded stream."""
