"""The addresses of the API, under `api/v1/`: each is declared beside what answers it."""

from tournaments.api.urls import urlpatterns

app_name = "api-1"

__all__ = ["app_name", "urlpatterns"]
