"""Secrets that the site has to read again, stored so that a copy of the database alone does not tell them.

The key follows from SECRET_KEY; what an earlier one sealed is opened by OLD_SECRET_KEYS. Passwords and tokens are not
sealed but hashed, since nobody has to read them.
"""

from __future__ import annotations

import base64
from functools import cache

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


def sealed(text: str) -> str:
    return _box().encrypt(text.encode()).decode()


def opened(text: str) -> str:
    """What was sealed; `InvalidToken` of cryptography where no key of ours has done it."""
    return _box().decrypt(text).decode()


def _box() -> MultiFernet:
    return _box_of((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@cache
def _box_of(keys: tuple[str, ...]) -> MultiFernet:
    derived = (HKDF(SHA256(), 32, salt=None, info=b"ryba sealed secrets").derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
