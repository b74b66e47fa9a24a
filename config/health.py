"""Whether a process lives, and whether it may be sent visitors: its database answers and is migrated."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers; it asks nothing of the database."""
    return JsonResponse({"live": True})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """200, or 503 and what is wanting."""
    try:
        executor = MigrationExecutor(connection)
        waiting = bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    except DatabaseError:
        return JsonResponse({"ready": False, "wants": "database"}, status=503)
    if waiting:
        return JsonResponse({"ready": False, "wants": "migrate"}, status=503)
    return JsonResponse({"ready": True})
