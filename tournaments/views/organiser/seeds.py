"""Seeds and groups of the stage that is played now: by rating, by lot, and mended by hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy

from tournaments.models import Round, Tournament
from tournaments.plain import whole
from tournaments.queries.start_list import start_list
from tournaments.services import seeding
from tournaments.views.organiser.common import attempt, organiser_page, page

DONE = {
    seeding.BY_RATING: gettext_lazy("Seeded by rating."),
    seeding.BY_LOT: gettext_lazy("Seeded by lot."),
    seeding.BY_LIST: gettext_lazy("Seeded as the list stands."),
}


@organiser_page
def seeds(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    listed = start_list(tournament)
    if listed.stage is None:
        return redirect("organiser:people", tournament.slug)
    if request.method == "POST":
        by = request.POST.get("by", "")
        if by in DONE:
            attempt(request, str(DONE[by]), seeding.seed_stage, stage=listed.stage, by=by)
        elif by == "snake":
            attempt(request, _("The groups are laid anew."), seeding.lay_groups, stage=listed.stage)
        else:
            attempt(
                request, _("Saved."), seeding.arrange_stage, stage=listed.stage, seeds=_numbers(request.POST, "seed"),
                groups=_numbers(request.POST, "group"),
            )  # fmt: skip
        return redirect("organiser:seeds", tournament.slug)
    fixed = listed.stage.played.exclude(status=Round.Status.DRAFT).exists()
    return page(
        request, tournament, "seeds", here="people", listed=listed, fixed=fixed,
        groups=range(1, listed.stage.groups + 1),
    )  # fmt: skip


def _numbers(data: Mapping[str, str], what: str) -> dict[int, int]:
    """The fields `seed-7` or `group-7`, by the number of the entry."""
    fields = ((name.removeprefix(f"{what}-"), value.strip()) for name, value in data.items() if name.startswith(what))
    numbers = ((whole(number), whole(value)) for number, value in fields)
    return {number: value for number, value in numbers if number is not None and value}
