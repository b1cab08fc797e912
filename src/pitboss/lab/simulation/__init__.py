"""Simulation: compiled walks over tables enumerated from the rules, with streams of chance that no worker owns."""
