"""A new account, made by whoever accepts an invitation; a forgotten password; where letters go."""

from __future__ import annotations

import unicodedata
from typing import Any

from django import forms
from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.accounts import PASSWORD_HELP
from tournaments.forms.plain import PlainField

SCRIPTS = ("LATIN", "CYRILLIC", "GREEK")
"""Alphabets with letters that look alike."""


class NewAccountForm(UserCreationForm):
    """A name to sign in with, and a password."""

    class Meta:
        model = User
        fields = ("username",)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["username"].help_text = _("The name you sign in with.")
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].help_text = ""

    def clean_username(self) -> Any:
        """Letters of two scripts make a name that looks like another's: `оlga` with the Russian o."""
        name = super().clean_username()
        if sum(any(script in unicodedata.name(letter, "") for letter in name or "") for script in SCRIPTS) > 1:
            raise ValidationError(_("Write the name in letters of one alphabet."))
        return name

    def account(self) -> dict[str, Any]:
        """The arguments of the service."""
        return {"username": self.cleaned_data["username"], "password": self.cleaned_data["password1"]}


class ForgottenForm(forms.Form):
    """Whose password it is."""

    told = PlainField(
        label=_("Name or e-mail address"),
        max_length=254,
        widget=forms.TextInput({"autocomplete": "username", "autocapitalize": "none"}),
    )


class AddressForm(forms.Form):
    """Where letters go."""

    address = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("Blank: no letters."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
