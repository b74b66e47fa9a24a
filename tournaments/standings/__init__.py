"""Standings: plain values of a stage in, places with their reasons out; no database, no clock.

`values` is what a stage is made of, `measure` what a measure is, `results`, `accounts`, `opponents` and `meetings` the
measures by what they look at, `orders` the presets, `ranking` the places and what parts two lines, `cross` who met
whom, `teams` the standings of clubs.
"""
