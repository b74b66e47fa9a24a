"""Addresses of the site: pages by audience, signing in, the language switch, the admin site."""

from django.contrib import admin
from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path
from django.views.i18n import set_language

from config.health import live, ready
from config.metrics import metrics
from tournaments.views.posting import post_only

urlpatterns = [
    path("", include("tournaments.urls.public")),
    path("", include("tournaments.urls.keep")),
    path("me/", include("tournaments.urls.me")),
    path("run/", include("tournaments.urls.organiser")),
    path("sign-in/", LoginView.as_view(redirect_authenticated_user=True), name="sign-in"),
    path("sign-out/", post_only("public:home")(LogoutView.as_view()), name="sign-out"),
    path("language/", set_language, name="set_language"),
    path("admin/", admin.site.urls),
    path("health/live", live, name="health-live"),
    path("health/ready", ready, name="health-ready"),
    path("metrics", metrics, name="metrics"),
]
handler500 = "tournaments.views.faults.server_error"
