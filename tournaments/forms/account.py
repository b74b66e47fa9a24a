"""A new account, made by whoever accepts an invitation."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User


class NewAccountForm(UserCreationForm):
    """A name to sign in with, and a password."""

    class Meta:
        model = User
        fields = ("username",)

    def account(self) -> dict[str, Any]:
        """The arguments of the service."""
        return {"username": self.cleaned_data["username"], "password": self.cleaned_data["password1"]}
