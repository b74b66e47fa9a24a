"""What anyone may read."""

from django.urls import path

from tournaments.views.public import (
    feeds,
    ladders,
    players,
    prints,
    screen,
    search,
    site,
    standings,
    statistics,
    tournaments,
    variants,
)

app_name = "public"

urlpatterns = [
    path("", site.home, name="home"),
    path("search/", search.search, name="search"),
    path("theme/", site.set_theme, name="theme"),
    path("calendar.ics", feeds.calendar, name="calendar"),
    path("t/", tournaments.tournament_list, name="tournaments"),
    path("t/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("t/<slug:slug>/round/<int:number>/", tournaments.round_page, name="round"),
    path("t/<slug:slug>/standings/", standings.standings_page, name="standings"),
    path("t/<slug:slug>/standings/why/<int:entry_id>/", standings.why_json, name="standings-why"),
    path("t/<slug:slug>/cross/", standings.cross_page, name="cross"),
    path("t/<slug:slug>/bracket/", prints.bracket, name="bracket"),
    path("t/<slug:slug>/print/bracket.pdf", prints.bracket_document, name="print-bracket"),
    path("t/<slug:slug>/round/<int:number>/<slug:document>.pdf", prints.round_document, name="print-round"),
    path("t/<slug:slug>/screen/", screen.screen, name="screen"),
    path("t/<slug:slug>/table/<int:game_id>/", tournaments.game, name="game"),
    path("t/<slug:slug>/calendar.ics", feeds.tournament_calendar, name="tournament-calendar"),
    path("t/<slug:slug>/results.atom", feeds.results, name="results-feed"),
    path("t/<slug:slug>/card.png", feeds.picture, name="picture"),
    path("t/<slug:slug>/stats/", statistics.tournament_stats, name="tournament-stats"),
    path("p/<slug:slug>/", players.player, name="player"),
    path("ladder/", ladders.ladders, name="ladders"),
    path("ladder/<slug:slug>/", ladders.ladder, name="ladder"),
    path("ladder/<slug:slug>/how/", ladders.how, name="ladder-how"),
    path("ladder/<slug:slug>/calibration/", ladders.calibration_page, name="ladder-calibration"),
    path("records/", statistics.record_list, name="records"),
    path("variants/", variants.variant_list, name="variants"),
    path("variants/<slug:code>/", variants.variant, name="variant"),
    path("variants/<slug:code>/stats/", statistics.variant_stats, name="variant-stats"),
    path("variants/<slug:code>/redeal/", variants.redeal, name="redeal"),
]
