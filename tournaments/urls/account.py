"""Signing in and out, and one's own account. The names without a room are those that allauth asks for."""

from allauth.account.views import password_change, reauthenticate
from allauth.usersessions.views import list_usersessions
from django.contrib.auth.views import LogoutView
from django.urls import include, path

from tournaments.views import account, account_mail
from tournaments.views.posting import post_only

sign_in = account.SignIn.as_view()
sign_out = post_only("public:home")(LogoutView.as_view())

urlpatterns = [
    path("sign-in/", sign_in, name="sign-in"),
    path("sign-in/", sign_in, name="account_login"),
    path("sign-in/new-password/<uidb64>/<token>/", account.NewPassword.as_view(), name="new-password"),
    path("sign-in/forgotten/", account_mail.forgotten, name="forgotten"),
    path("sign-out/", sign_out, name="sign-out"),
    path("sign-out/", sign_out, name="account_logout"),
    path("account/", account.account, name="mfa_index"),
    path("account/", include("allauth.mfa.urls")),
    path("account/password/", password_change, name="account_change_password"),
    path("account/address/", account_mail.address, name="account-address"),
    path("account/address/<str:token>/", account_mail.confirm_address, name="confirm-address"),
    path("account/again/", reauthenticate, name="account_reauthenticate"),
    path("account/sessions/", list_usersessions, name="usersessions_list"),
    path("account/sessions/<int:pk>/end/", account.end_session, name="end-session"),
]
