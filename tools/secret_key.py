"""Prints a random key fit for SECRET_KEY."""

import secrets

print(secrets.token_urlsafe(60))
