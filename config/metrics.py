"""What Prometheus asks for: how many requests, by route and status, and how long they took.

Not public: the address answers only who brings `METRICS_TOKEN`, and nobody where that is not set. With several
processes each counts for itself into files that `config.gunicorn` sets up; any of them answers for all.
"""

from __future__ import annotations

import os

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10)
METHODS = {"GET", "HEAD", "POST"}

requests = Counter("ryba_requests", "Answered requests.", ["method", "route", "status"])
seconds_taken = Histogram("ryba_request_seconds", "How long an answer took.", ["method", "route"], buckets=BUCKETS)


def observe(method: str, route: str, status: int, seconds: float) -> None:
    """Count one answered request; `route` is the pattern, so there are as many labels as the site has addresses."""
    method = method if method in METHODS else "other"
    requests.labels(method, route, str(status)).inc()
    seconds_taken.labels(method, route).observe(seconds)


def metrics(request: HttpRequest) -> HttpResponse:
    """All of them as text."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    if not settings.METRICS_TOKEN or not constant_time_compare(request.headers.get("Authorization", ""), wanted):
        raise Http404
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
