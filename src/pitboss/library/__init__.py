"""The library: what a program gets by `import pitboss`, as typed values over the rules that the floor plays by.

Nothing is decided here. A bet goes to the Round of its game, which takes or refuses it, and what is settled is read
from the events that the Round gives back. People import these names from `pitboss`, not from here.
"""
