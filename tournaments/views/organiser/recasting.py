"""Another game, or pairs instead of single players: looked at first, then changed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments import rules
from tournaments.access import actor_of
from tournaments.formats import formats_for
from tournaments.forms.recast import RecastForm
from tournaments.models import Tournament
from tournaments.plain import whole
from tournaments.services.errors import ServiceError
from tournaments.services.recasting import Recast, preview_recast, recast_tournament, why_settled
from tournaments.views.organiser.common import organiser_page, page


@organiser_page
def game(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The first button shows what would change, the second one changes it."""
    form = RecastForm(request.POST or None, tournament=tournament)
    recast, settled = None, why_settled(tournament)
    if not settled and form.is_valid():
        change = {"tournament": tournament, "actor": actor_of(request), **form.facts()}
        version = whole(request.POST.get("version", ""))
        try:
            if request.POST.get("do") == "save" and version is not None:
                recast_tournament(version=version, **change)
                messages.success(request, _("The game is changed."))
                return redirect("organiser:settings", tournament.slug)
            recast = preview_recast(**change)
        except ServiceError as error:
            form.add_error(None, error.message)
    status = 422 if form.errors else 200
    told = _told(tournament, recast) if recast else {}
    return page(
        request, tournament, "recast", here="settings", status=status, form=form, recast=recast, settled=settled, **told
    )


def _told(tournament: Tournament, recast: Recast) -> dict[str, Any]:
    """The change in the words of the page: the rules that go, and each stage with what of it changes."""
    in_force = rules.in_force(tournament.variant, tournament.options)
    pairs = [kind == Tournament.Kind.PAIRS for kind in recast.kind]
    formats = [
        {engine.code: _(engine.name) for engine in formats_for(variant, pairs=two)}
        for variant, two in zip(recast.variant, pairs, strict=True)
    ]
    usual = _("as usual in this game")
    labels = {"scheme": _("Points"), "measures": _("Order of the standings")}
    stages = []
    for change in recast.stages:
        parts = [(labels[name], "", usual) for name in labels if name in change.after]
        if "format" in change.after:
            before, after = formats[0][change.before["format"]], formats[1][change.after["format"]]
            parts.insert(0, (_("Format"), before, after))
        stages.append((str(change.stage), parts))
    return {
        "games": [rules.variant_name(code) for code in recast.variant],
        "kinds": [Tournament.Kind(kind).label for kind in recast.kind],
        "dropped": [rule for rule in in_force if rule.name in recast.dropped],
        "stages": stages,
        "version": tournament.version,
    }
