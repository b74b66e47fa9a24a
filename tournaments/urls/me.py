"""A player's own addresses: all behind his personal link."""

from django.urls import path

from tournaments.views import me

app_name = "me"

urlpatterns = [
    path("<str:token>/", me.home, name="home"),
    path("<str:token>/<int:pk>/<slug:step>/", me.say, name="say"),
]
