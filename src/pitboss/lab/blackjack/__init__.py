"""Blackjack to the last card: values of every act, best play and house edge, from the rules that deal and pay it."""
