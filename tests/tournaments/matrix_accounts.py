"""The part of the table of permissions that is about accounts: signing in, second factors, sessions, new passwords.

Whoever is signed in and asks for something that matters is asked for the password once more: that is the `to` here.
"""

from __future__ import annotations

from tests.tournaments.matrix import Case, get, post

ONCE_MORE = "to; in: unsigned"

ACCOUNT_ROUTES: dict[str, list[Case]] = {
    "sign-in": [get("200; to: accounts"), post("200; to: accounts", username="nobody", password="wrong")],
    "account_login": [get("200; to: accounts")],
    "sign-out": [post("all are sent on"), get("all are sent on")],
    "account_logout": [post("all are sent on"), get("all are sent on")],
    "new-password": [get("all see it", "MQ", "set-password"), get("all see it", "nonsense", "nonsense")],
    "forgotten": [get("all see it"), post("all see it", told="nobody")],
    "account-address": [get(ONCE_MORE), post(ONCE_MORE, address="")],
    "confirm-address": [get("there is none", "nonsense"), post("there is none", "nonsense")],
    "account_change_password": [get("signed in")],
    "account_reauthenticate": [get("signed in")],
    "mfa_index": [get("signed in")],
    "mfa_authenticate": [get("in; to: accounts")],
    "mfa_reauthenticate": [get(ONCE_MORE)],
    "mfa_activate_totp": [get(ONCE_MORE)],
    "mfa_deactivate_totp": [get("404; in: unsigned")],
    "mfa_view_recovery_codes": [get("404; in: unsigned")],
    "mfa_generate_recovery_codes": [get(ONCE_MORE)],
    "mfa_download_recovery_codes": [get("404; in: unsigned")],
    "mfa_list_webauthn": [get("signed in")],
    "mfa_add_webauthn": [get(ONCE_MORE)],
    "mfa_reauthenticate_webauthn": [get(ONCE_MORE)],
    "mfa_remove_webauthn": [get(ONCE_MORE, 1)],
    "mfa_edit_webauthn": [get(ONCE_MORE, 1)],
    "mfa_login_webauthn": [get("in; to: accounts")],
    "usersessions_list": [get("signed in"), post(ONCE_MORE)],
    "end-session": [post("404; in: unsigned", 0), get("all are sent on", 0)],
    "organiser:accounts": [get("site admins")],
    "organiser:account-link": [
        post("site admins", "user: nobody"),
        post("403; in: unsigned; 404: admin", 0),
        get("all are sent on", 1),
    ],
    "organiser:account-drop": [post("403; in: unsigned; to: admin", "user: nobody"), get("all are sent on", 1)],
}
