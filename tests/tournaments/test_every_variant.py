"""A round of every game, drawn, played and closed by the services: results, points, standings, ladder, every page.

The hands are those of the simulator. One of each game is also written down by the scorekeeper's form as one would
type it, and comes back into the form when it is undone.
"""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import translation

from scoring import variants
from scoring.notes import COLUMNS, EVENTS
from tests.tournaments.room import FOUR, seat_table, write
from tests.tournaments.test_keep import come_in, hidden, post, text
from tournaments.access import Actor
from tournaments.forms.hand import next_form
from tournaments.models import Game, Hand, Ladder, Player as Person, Rating, Result, Tournament
from tournaments.points import BY_PLACE, points_for_bye
from tournaments.queries.sheet import build_sheet
from tournaments.queries.standings import standings
from tournaments.queries.table import games_with_table, table_state
from tournaments.services import entries, rounds, tournaments
from tournaments.simulator import STEADY, Player, play_game

pytestmark = pytest.mark.django_db
CODES = [variant.code for variant in variants.all()]
NAMES = ("Anna", "Boris", "Vera", "Gleb", "Dora", "Egor", "Zoya", "Ilya")


def record(code: str, seats: int, seed: int = 1) -> list[dict[str, Any]]:
    """A whole game of the variant: the objects of its `hands`."""
    players = [Player(0.2 * seat, STEADY) for seat in range(seats)]
    return play_game(code, {}, NAMES[:seats], players, Random(seed))


def cup(code: str, count: int) -> Tournament:
    """A published tournament with so many entries, its first round published."""
    user = get_user_model().objects.create_user("olga")
    actor = Actor(user=user)
    kind = "pairs" if variants.get(code).pairs else "individual"
    made = tournaments.create_tournament(actor=actor, name="Cup", variant=code, kind=kind)
    made = tournaments.publish_tournament(tournament=made, actor=actor)
    lines = [f"{name} First / {name} Second" if kind == "pairs" else name for name in NAMES[:count]]
    entries.add_entries(tournament=made, text="\n".join(lines), actor=actor)
    rounds.draw_round(tournament=made, number=1, actor=actor, seed=7)
    rounds.publish_round(tournament=made, number=1, actor=actor)
    return made


def counts(code: str) -> list[int]:
    """Numbers of entries that give tables of every size, and a bye."""
    variant = variants.get(code)
    return [3] if variant.two_sides() else [5] if variant.seats == (4, 4) else [7, 2]


@pytest.mark.parametrize(("code", "count"), [(code, count) for code in CODES for count in counts(code)])
def test_a_round_from_the_draw_to_the_ladder(code: str, count: int, client: Client) -> None:
    made = cup(code, count)
    games = list(Game.objects.filter(table__round__tournament=made))
    for game in games:
        write(game, *record(code, game.table.seats.count(), game.pk))
    rounds.close_round(tournament=made, number=1, actor=Actor(keeper="Nina"))
    for game in games:
        check_results(game)
    table = standings(made)
    byes = [row for row in table.rows if row.byes]
    assert all(row.points == points_for_bye(two_sides=variants.get(code).two_sides()) for row in byes)
    assert [row.points for row in table.rows] == sorted((row.points for row in table.rows), reverse=True)
    assert Rating.objects.filter(ladder__variant=code).count() == sum(game.table.seats.count() for game in games)
    made.refresh_from_db()
    open_pages(client, made, games, code)


def check_results(game: Game) -> None:
    """Places, points and accounts of a game are the ledger's; a table gives out the whole of its points."""
    game.refresh_from_db()
    ledger = table_state(games_with_table().get(pk=game.pk)).ledger
    assert ledger.finished
    assert game.ended_by == ledger.ended_by
    by_side = {result.side: result for result in Result.objects.filter(game=game)}
    assert [by_side[side].place for side in range(ledger.sides)] == ledger.places
    assert [by_side[side].points_for for side in range(ledger.sides)] == ledger.totals == game.totals
    assert [side for side in by_side if by_side[side].won] == ledger.winners
    total = sum((result.points for result in by_side.values()), Decimal(0))
    assert abs(total - sum(BY_PLACE[ledger.sides])) < Decimal("0.01")


def open_pages(client: Client, made: Tournament, games: list[Game], code: str) -> None:
    """Every page that leads to these games opens, in both languages, for anyone and for the organiser."""
    pages = ["/", "/t/", made.get_absolute_url(), f"/t/{made.slug}/round/1/", f"/t/{made.slug}/standings/"]
    pages += [game.get_absolute_url() for game in games]
    pages += ["/ladder/", "/variants/", f"/variants/{code}/"]
    pages += [ladder.get_absolute_url() for ladder in Ladder.objects.all()]
    pages += [person.get_absolute_url() for person in Person.objects.all()[:2]]
    own = [f"/run/{made.slug}/{page}" for page in ("", "people/", "settings/", "log/")]
    own += ["/keep/", *(f"/keep/{game.pk}/" for game in games)]
    for address in pages:
        for language in ("ru", "en"):
            assert client.get(address, headers={"accept-language": language}).status_code == 200, address
    client.force_login(made.organisers.get())
    for address in own:
        assert client.get(address).status_code == 200, address


@pytest.mark.parametrize("code", CODES)
def test_what_is_typed_is_what_is_stored_and_undo_brings_it_back(code: str, client: Client) -> None:
    high = variants.get(code).seats[1]
    game = seat_table(FOUR[:high], variant=code, pairs=variants.get(code).pairs)
    come_in(client, game)
    facts = next(facts for facts in record(code, high) if "redeal" not in facts)
    typed = next_form(state(game)).as_typed(facts)
    preview = post(client, game, typed, "preview")
    assert preview.status_code == 200, text(preview)
    fields = {name: hidden(preview, name) for name in ("uuid", "version", "seen")}
    assert client.post(f"/keep/{game.pk}/", typed | fields | {"do": "save"}).status_code == 302
    assert Hand.objects.get().facts == facts
    client.post(f"/keep/{game.pk}/undo/", {"version": "1"})
    again = client.get(f"/keep/{game.pk}/")
    form = again.context["form"]
    asked = [name for name in typed if name in form.fields]
    assert [str(form[name].value()) for name in asked] == [str(typed[name]) for name in asked]


def state(game: Game) -> Any:
    return table_state(games_with_table().get(pk=game.pk))


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_sheet_says_all_in_words(code: str, language: str) -> None:
    variant = variants.get(code)
    game = seat_table(FOUR[: variant.seats[1]], variant=code, pairs=variant.pairs)
    write(game, *record(code, variant.seats[1], 3))
    with translation.override(language):
        sheet = build_sheet(state(game))
    assert all(row.title and row.reasons for row in sheet.rows)
    assert all("%(" not in words and "_" not in words for row in sheet.rows for words in row.reasons)
    assert bool(sheet.kept) == bool(variant.columns) == all(cell.kept for row in sheet.rows for cell in row.cells)
    assert sheet.accounts != variant.result_alone


def test_every_event_and_column_has_a_name() -> None:
    for variant in variants.all():
        assert set(variant.events) <= set(EVENTS)
        assert {*variant.columns, *variant.judge_columns} <= set(COLUMNS)
