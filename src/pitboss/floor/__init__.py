"""The live house: streams and their one writer, recovery, and the proof that what is stored is what happened."""
