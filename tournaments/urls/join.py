"""Where an invitation leads that is not a scorekeeper's: to an organiser's or referee's account, or a guest's look."""

from django.urls import path

from tournaments.views import join

app_name = "join"

urlpatterns = [
    path("<str:token>/", join.invitation, name="invitation"),
]
