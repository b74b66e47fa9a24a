"""What anyone may read."""

from django.urls import path

from tournaments.views.public import site

app_name = "public"

urlpatterns = [
    path("", site.home, name="home"),
    path("theme/", site.set_theme, name="theme"),
]
