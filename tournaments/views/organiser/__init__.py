"""The organiser's pages: my tournaments, the desk, people, settings, scorekeepers' links, the log."""
