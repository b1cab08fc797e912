"""Pictures, signs, programs and slips, made from the geometry and data of games and tote; decides nothing."""
