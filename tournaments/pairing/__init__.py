"""Pairing: who plays whom. Plain values and a seed in, tables and byes out; no database, no clock."""
