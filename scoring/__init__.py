"""What a game came to: pure Python over the facts that a scorekeeper wrote down.

`record` reads facts strictly, `variants` hold the rules of each game, `ledger` folds the hands of a game into
accounts with a reason for every change, `output` shows the outcome as JSON or as a sheet, `ratings` rates players
by the places that came out. Nothing here knows of a database, a setting or a request.
"""
