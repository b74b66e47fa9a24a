"""Ratings: how good a player is, worked out from the places in finished games by OpenSkill.

`model` rates one game, `replay` folds a ladder's games in their order, `predict` says who should win the next.
A rating is two floats: `mu`, the estimate, and `sigma`, how unsure it is. All here is pure: same games, same floats.
"""
