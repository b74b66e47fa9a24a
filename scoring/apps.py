"""The scoring room as a Django app, so that its command and its words are found."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"
