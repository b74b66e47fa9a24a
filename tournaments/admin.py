"""The admin site: accounts are made and switched off here; all else is to be read.

What changes a tournament or a person changes at the desk and on the page “Players”, since standings, ratings, open
pages and the log follow from it there. The log changes nowhere.
"""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments import models
from tournaments.access import actor_of
from tournaments.services.accounts import note_account, rights_of

admin.site.site_header = admin.site.site_title = _("Ryba")
admin.site.index_title = _("Admin site")


admin.site.unregister(Authenticator)  # removed on the page “Accounts”, which writes the log
admin.site.unregister([User, Group, EmailAddress, UserSession, AccessLog, AccessFailureLog])


@admin.register(User)
class AccountAdmin(UserAdmin):
    """Every change is logged. Who goes is switched off: the log, and what he owns, name the account."""

    list_display = ["username", "email", "is_active", "is_superuser", "last_login"]
    list_filter = ["is_active", "is_superuser"]
    search_fields = ["username", "email"]
    readonly_fields = ["last_login", "date_joined"]
    rights = ["is_active", "is_superuser", "is_staff", "user_permissions"]
    fieldsets = [(None, {"fields": ["username", "password", "email", *rights, *readonly_fields]})]

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is not None:
            found.before = rights_of(found), found.password
        return found

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        note_account(user=obj, before=None, password=False, actor=actor_of(request))
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        rights, password = obj.before
        note_account(user=obj, before=rights, password=obj.password != password, actor=actor_of(request))
        return super().log_change(request, obj, message)


class ReadOnly(admin.ModelAdmin):
    """To be looked at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Player)
class PlayerAdmin(ReadOnly):
    list_display = ["name", "club", "slug"]
    search_fields = ["name", "club", "slug"]


@admin.register(models.Tournament)
class TournamentAdmin(ReadOnly):
    list_display = ["name", "variant", "kind", "status", "starts_at", "venue"]
    list_filter = ["status", "variant"]
    search_fields = ["name", "venue"]


@admin.register(models.Ladder)
class LadderAdmin(ReadOnly):
    list_display = ["slug", "name", "variant", "club", "since", "until"]


@admin.register(models.Invitation)
class InvitationAdmin(ReadOnly):
    """Without the secret itself."""

    list_display = ["tournament", "role", "label", "created_at", "expires_at", "last_used_at", "revoked_at"]
    exclude = ["token"]


@admin.register(models.Entry)
class EntryAdmin(ReadOnly):
    list_display = ["number", "__str__", "tournament", "withdrawn"]
    list_filter = ["tournament"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("tournament").prefetch_related("members__player")


@admin.register(models.EntryPlayer)
class EntryPlayerAdmin(ReadOnly):
    list_display = ["player", "tournament", "position"]
    list_select_related = ["player", "tournament"]


@admin.register(models.Round)
class RoundAdmin(ReadOnly):
    list_display = ["tournament", "number", "status", "published_at", "closed_at"]
    list_filter = ["status", "tournament"]


@admin.register(models.Table)
class TableAdmin(ReadOnly):
    list_display = ["round", "number"]
    list_select_related = ["round__tournament"]


@admin.register(models.Seat)
class SeatAdmin(ReadOnly):
    list_display = ["round", "table", "number", "player"]
    list_select_related = ["round__tournament", "table__round__tournament", "player"]


@admin.register(models.Game)
class GameAdmin(ReadOnly):
    list_display = ["table", "number", "hand_count", "totals", "ended_by", "finished_at"]
    list_select_related = ["table__round__tournament"]


@admin.register(models.Hand)
class HandAdmin(ReadOnly):
    list_display = ["game", "number", "facts", "keeper", "created_at"]
    list_select_related = ["game__table__round__tournament"]


@admin.register(models.Result)
class ResultAdmin(ReadOnly):
    list_display = ["game", "entry", "place", "points_for", "points_against", "points"]
    list_select_related = ["game__table__round__tournament"]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).prefetch_related("entry__members__player")


@admin.register(models.Rating)
class RatingAdmin(ReadOnly):
    list_display = ["ladder", "player", "mu", "sigma", "ordinal", "games"]
    list_select_related = ["ladder", "player"]


@admin.register(models.RatedGame)
class RatedGameAdmin(ReadOnly):
    list_display = ["ladder", "order", "finished_at"]
    list_select_related = ["ladder"]


@admin.register(models.Revision)
class RevisionAdmin(ReadOnly):
    list_display = ["at", "actor", "kind", "target", "tournament"]
    list_filter = ["kind"]
    list_select_related = ["tournament"]


@admin.register(models.Confirmation)
class ConfirmationAdmin(ReadOnly):
    list_display = ["game", "player", "says", "words", "at"]
    list_select_related = ["game__table__round__tournament", "player"]


@admin.register(models.PlayerLink)
class PlayerLinkAdmin(ReadOnly):
    """Without the secret itself."""

    list_display = ["player", "tournament", "created_at"]
    list_select_related = ["player", "tournament"]
    exclude = ["token"]


@admin.register(models.AuditEntry)
class AuditEntryAdmin(ReadOnly):
    list_display = ["at", "actor", "action", "target", "tournament"]
    list_filter = ["action"]
    list_select_related = ["tournament"]
    date_hierarchy = "at"


@admin.register(models.AuditHead)
class AuditHeadAdmin(ReadOnly):
    list_display = ["chain", "number", "mark"]
