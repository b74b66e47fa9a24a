"""A tournament as one document, `ryba-tournament/1`: its shape, strictly read. docs/archive.md tells it to people.

Only facts stand in it. Whatever follows from them, as results, figures and ratings do, is made anew where it is read.
"""
