"""Addresses of the site: pages by audience, signing in, the language switch, the admin site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from config.health import live, ready
from config.metrics import metrics

admin.site.login = secure_admin_login(admin.site.login)  # one way in, with its second factor

urlpatterns = [
    path("", include("tournaments.urls.public")),
    path("", include("tournaments.urls.keep")),
    path("join/", include("tournaments.urls.join")),
    path("me/", include("tournaments.urls.me")),
    path("run/", include("tournaments.urls.organiser")),
    path("", include("tournaments.urls.account")),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("api/v1/", include("tournaments.urls.api")),
    path("metrics", metrics, name="metrics"),
]
handler500 = "tournaments.views.faults.server_error"
