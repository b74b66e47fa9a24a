"""Letters: a link to a new password for who has forgotten it, and the address that such letters go to.

An address is stored when the link in a letter to it was opened. Where the site sends no letters the pages say so, and
who gives a link instead. Whoever asks for a password hears the same, and as soon, whether there is such an account or
not: the letter goes out beside the answer.
"""

from __future__ import annotations

import logging
from smtplib import SMTPException
from threading import Thread

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model
from django.contrib.auth.decorators import login_required
from django.core import signing
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.access import Actor, actor_of, origin_of
from tournaments.forms.account import AddressForm, ForgottenForm
from tournaments.services import accounts as services

LOG = logging.getLogger("ryba.letters")
SALT = "address of an account"
A_DAY = 24 * 3600


@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Sends a link to a new password."""
    form = ForgottenForm(request.POST if request.method == "POST" and settings.MAILERS else None)
    if form.is_valid():
        asking = Actor(origin=origin_of(request))
        for user, secret in services.password_letters(told=form.cleaned_data["told"], actor=asking):
            url = request.build_absolute_uri(reverse("new-password", args=secret))
            named = {"name": user.get_username(), "site": request.get_host(), "url": url}
            text = _(
                "Somebody has asked for a new password for “%(name)s” at %(site)s. To set one, open this within three "
                "days:\n\n%(url)s\n\nIf that was not you, do nothing: the password stays as it is."
            )
            Thread(target=_send, args=(user.email, _("A new password"), text % named)).start()
        return render(request, "account/forgotten.html", {"sent": True})
    context = {"form": form, "sends": bool(settings.MAILERS)}
    return render(request, "account/forgotten.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@reauthentication_required
def address(request: HttpRequest) -> HttpResponse:
    """One's own address: a new one is written to first; a blank one takes it away."""
    user = request.user
    posted = request.method == "POST" and settings.MAILERS
    form = AddressForm(request.POST if posted else None, initial={"address": user.email})
    if form.is_valid():
        told = form.cleaned_data["address"]
        if not told:
            services.set_address(user=user, address="", actor=actor_of(request))
            messages.success(request, _("No letters are sent to you any more."))
        elif _send_confirmation(request, told):
            said = _("A letter is on its way to %(address)s. Open the link in it: then the address is stored.")
            messages.success(request, said % {"address": told})
        else:
            messages.error(request, _("The letter could not be sent. Look at the address, or try again later."))
        return redirect("account-address")
    context = {"form": form, "sends": bool(settings.MAILERS)}
    return render(request, "account/address.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_address(request: HttpRequest, token: str) -> HttpResponse:
    """Opened from the letter; posted, the address is stored. A link serves for a day, and while the old one stands."""
    try:
        pk, before, told = signing.loads(token, salt=SALT, max_age=A_DAY)
        user = get_user_model().objects.get(pk=pk, email=before, is_active=True)
    except (signing.BadSignature, get_user_model().DoesNotExist):
        return render(request, "account/confirm_address.html", {"told": ""}, status=404)
    if request.method != "POST":
        return render(request, "account/confirm_address.html", {"told": told, "account": user})
    services.set_address(user=user, address=told, actor=Actor(user=user, origin=origin_of(request)))
    messages.success(request, _("The address is stored."))
    return redirect("mfa_index")


def _send_confirmation(request: HttpRequest, told: str) -> bool:
    token = signing.dumps([request.user.pk, request.user.email, told], salt=SALT)
    url = request.build_absolute_uri(reverse("confirm-address", args=[token]))
    named = {"name": request.user.get_username(), "site": request.get_host(), "url": url}
    text = _(
        "“%(name)s” at %(site)s wants letters to come to this address. If that is you, open this within a day:"
        "\n\n%(url)s\n\nIf it is not, do nothing."
    )
    return _send(told, _("Your e-mail address"), text % named)


def _send(to: str, subject: str, text: str) -> bool:
    """Whether the mail server took it; why it did not stands in the log."""
    try:
        send_mail(subject, text, None, [to])
    except (SMTPException, OSError):
        LOG.exception("A letter could not be sent")
        return False
    return True
