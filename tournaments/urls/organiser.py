"""The organiser's addresses, under `run/`."""

from django.urls import path

from tournaments.views.organiser import (
    desk,
    game,
    home,
    ladders,
    log,
    people,
    personal,
    players,
    prints,
    rules,
    settings,
)

app_name = "organiser"

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", home.choose, name="create"),
    path("new/<slug:code>/", home.create, name="create-variant"),
    path("ladders/", ladders.ladders, name="ladders"),
    path("ladders/<slug:slug>/", ladders.ladder, name="ladder"),
    path("ladders/<slug:slug>/settings/", ladders.set_settings, name="ladder-settings"),
    path("ladders/<slug:slug>/delete/", ladders.delete, name="ladder-delete"),
    path("players/", players.players, name="players"),
    path("players/<slug:slug>/", players.player, name="player"),
    path("players/<slug:kept>/merge/<slug:duplicate>/", players.merge, name="merge"),
    path("merges/<int:pk>/undo/", players.undo_merge, name="undo-merge"),
    path("<slug:slug>/", desk.desk, name="desk"),
    path("<slug:slug>/step/<slug:step>/", desk.tournament_step, name="tournament-step"),
    path("<slug:slug>/round/<int:number>/<slug:step>/", desk.round_step, name="round-step"),
    path("<slug:slug>/people/", people.people, name="people"),
    path("<slug:slug>/people/<int:number>/<slug:step>/", people.entry_step, name="entry-step"),
    path("<slug:slug>/people/links/", personal.personal, name="personal"),
    path("<slug:slug>/people/links/<int:pk>/renew/", personal.renew, name="renew-personal"),
    path("<slug:slug>/game/<int:pk>/", game.game, name="game"),
    path("<slug:slug>/game/<int:pk>/<slug:step>/", game.game_step, name="game-step"),
    path("<slug:slug>/print/", prints.prints_page, name="prints"),
    path("<slug:slug>/print/cards-<int:number>.pdf", prints.cards, name="cards"),
    path("<slug:slug>/print/diplomas.pdf", prints.diplomas, name="diplomas"),
    path("<slug:slug>/sheets/<int:number>/", game.sheets, name="sheets"),
    path("<slug:slug>/settings/", settings.settings, name="settings"),
    path("<slug:slug>/rules/", rules.rules, name="rules"),
    path("<slug:slug>/links/", settings.links, name="links"),
    path("<slug:slug>/links/make/", settings.make_link, name="make-link"),
    path("<slug:slug>/links/<int:pk>/revoke/", settings.revoke_link, name="revoke-link"),
    path("<slug:slug>/log/", log.log, name="log"),
]
