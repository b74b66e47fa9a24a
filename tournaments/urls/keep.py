"""The scorekeeper's addresses: the secret link, the tables to keep, and one table."""

from django.urls import path

from tournaments.views import keep, keep_api, keep_history, keep_print, keep_season

app_name = "keep"

urlpatterns = [
    path("k/<str:token>/", keep.enter, name="enter"),
    path("keep/", keep.home, name="home"),
    path("keep/sw.js", keep_api.worker, name="worker"),
    path("keep/app.webmanifest", keep_api.manifest, name="manifest"),
    path("keep/season/<slug:slug>/", keep_season.season, name="season"),
    path("keep/season/<slug:slug>/start/", keep_season.start, name="season-start"),
    path("keep/season/<slug:slug>/welcome/", keep_season.welcome, name="season-welcome"),
    path("keep/season/<slug:slug>/here/", keep_season.here, name="season-here"),
    path("keep/season/<slug:slug>/drop/<int:pk>/", keep_season.drop, name="season-drop"),
    path("keep/<int:pk>/standing/", keep_api.standing, name="standing"),
    path("keep/<int:pk>/api/preview/", keep_api.preview, name="api-preview"),
    path("keep/<int:pk>/api/save/", keep_api.save, name="api-save"),
    path("keep/<int:pk>/", keep.game, name="game"),
    path("keep/<int:pk>/preview/", keep.preview, name="preview"),
    path("keep/<int:pk>/undo/", keep.undo, name="undo"),
    path("keep/<int:pk>/judge/", keep.judge, name="judge"),
    path("keep/<int:pk>/redeal/", keep.redeal, name="redeal"),
    path("keep/<int:pk>/time/", keep_history.call, name="time"),
    path("keep/<int:pk>/hand/<int:number>/", keep_history.amend, name="amend"),
    path("keep/<int:pk>/hand/<int:number>/delete/", keep_history.delete, name="delete"),
    path("keep/<int:pk>/hand/<int:number>/insert/<slug:kind>/", keep_history.insert, name="insert"),
    path("keep/<int:pk>/history/", keep_history.history, name="history"),
    path("keep/<int:pk>/history/<int:version>/", keep_history.restore, name="restore"),
    path("keep/<int:pk>/print/", keep_print.sheet, name="print"),
]
