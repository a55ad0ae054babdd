"""What a game is: records, rules, boxes, chance, matches and batches. Knows no game."""
