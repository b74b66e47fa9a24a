"""Who is drawn against whom, round after round: by what has happened, with the reasons, in few questions."""

from collections import Counter
from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.test_services_rounds import ACTOR, cup, finish_games, play, step
from tournaments.models import Entry, Game, Player, Result, Round
from tournaments.pairing.values import PairingError
from tournaments.points import points_by_place
from tournaments.queries.pairing import options_of, state_of
from tournaments.queries.reasons import reasons_of
from tournaments.services import draws, entries, mending, stages
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
GOAT = "morskoy_kozel_exchange"


def finish(tournament, number: int, seed: int = 0) -> Round:
    """A whole round: at every table the entry with the lower number is placed before the others."""
    drawn = step("draw", tournament, number, seed=seed)
    step("publish", tournament, number)
    finish_games(drawn)
    for game in Game.objects.filter(table__round=drawn):
        seats = list(game.table.seats.order_by("number").select_related("entry"))
        sides = len(seats) if options_of(tournament.stages.get()).format == "tables" else 2
        best = sorted(range(sides), key=lambda side: min(seat.entry.number for seat in seats[side::sides]))
        places = [best.index(side) + 1 for side in range(sides)]
        for side, points in enumerate(points_by_place(places)):
            for entry in dict.fromkeys(seat.entry_id for seat in seats[side::sides]):
                Result.objects.create(
                    game=game, entry_id=entry, side=side, place=places[side], won=False, lost=False,
                    points_for=0, points_against=0, points=points,
                )  # fmt: skip
    return step("close", tournament, number)


def tables(round_: Round) -> list[list[int]]:
    """The entries' numbers at each table, in the order of their first seats."""
    return [
        list(dict.fromkeys(table.seats.order_by("number").values_list("entry__number", flat=True)))
        for table in round_.tables.order_by("number")
    ]


def resting(round_: Round) -> set[int]:
    return set(round_.seats.filter(table=None).values_list("entry__number", flat=True))


def meetings(*drawn: Round) -> Counter[frozenset[int]]:
    return Counter(frozenset(two) for round_ in drawn for table in tables(round_) for two in combinations(table, 2))


def repeats(*drawn: Round) -> int:
    return sum(times > 1 for times in meetings(*drawn).values())


@pytest.mark.parametrize(
    ("variant", "kind", "format_"),
    [
        ("mandavoshka", "individual", "tables"),
        ("sevastopol", "individual", "tables"),
        (GOAT, "individual", "partners"),
        (GOAT, "pairs", "swiss"),
        ("draughts", "individual", "dutch"),
    ],
)
def test_the_engine_follows_from_the_game_and_the_entries(variant, kind, format_):
    round_ = step("draw", cup(8, variant=variant, kind=kind), 1, seed=5)
    assert (round_.engine, round_.seed) == (format_, 5)
    assert round_.engine_version
    assert len(tables(round_)) == (4 if format_ in ("swiss", "dutch") else 2)


def test_eight_at_two_tables_meet_again_no_more_than_must_be():
    tournament = cup(8)
    assert repeats(finish(tournament, 1), finish(tournament, 2)) == 4


def test_sixteen_at_four_tables_meet_nobody_again():
    tournament = cup(16)
    assert repeats(finish(tournament, 1), finish(tournament, 2)) == 0


def test_chance_decides_the_first_round_and_the_seed_repeats_it():
    tournament = cup(16)
    drawn = []
    for seed in (1, 2, 1):
        round_ = step("draw", tournament, 1, seed=seed)
        drawn.append((tables(round_), round_.reasons))
        step("discard", tournament, 1)
    assert drawn[0] == drawn[2] != drawn[1]
    assert set(map(frozenset, drawn[0][0])) != set(map(frozenset, drawn[1][0]))


def test_the_same_state_and_seed_give_the_same_later_round():
    tournament = cup(12)
    finish(tournament, 1)
    first = tables(step("draw", tournament, 2, seed=7))
    step("discard", tournament, 2)
    assert tables(step("draw", tournament, 2, seed=7)) == first


def test_pairs_winners_meet_winners_and_nobody_twice():
    tournament = cup(8, variant=GOAT, kind="pairs")
    first = finish(tournament, 1)
    winners = {min(table) for table in tables(first)}
    second = finish(tournament, 2)
    assert all(set(table) <= winners or not set(table) & winners for table in tables(second))
    third = finish(tournament, 3)
    assert repeats(first, second, third) == 0


def test_partners_change():
    tournament = cup(8, variant=GOAT)
    partners = Counter()
    for number in (1, 2, 3):
        for seated in tables(finish(tournament, number)):
            partners.update([frozenset(seated[::2]), frozenset(seated[1::2])])
    assert set(partners.values()) == {1}


def test_draughts_balance_the_colours():
    tournament = cup(8, variant="draughts")
    white = [{table[0] for table in tables(finish(tournament, number))} for number in (1, 2)]
    assert white[0] & white[1] == set()
    assert reasons_of(tournament.rounds.last()).whole == ["Paired by the FIDE Dutch rules of 2026."]


def test_the_withdrawn_are_not_drawn_and_the_late_are():
    tournament = cup(9)
    finish(tournament, 1)
    entries.withdraw_entry(entry=tournament.entries.get(number=4), actor=ACTOR)
    entries.add_entries(tournament=tournament, text="Late One, Club\nLate Two", actor=ACTOR)
    round_ = finish(tournament, 2)
    assert sorted(number for table in tables(round_) for number in table) == [1, 2, 3, 5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(("variant", "kind"), [("mandavoshka", "individual"), (GOAT, "individual"), (GOAT, "pairs")])
def test_a_bye_goes_to_who_had_none(variant, kind):
    tournament = cup(5, variant=variant, kind=kind)
    rested = [resting(finish(tournament, number)) for number in range(1, 6)]
    assert set.union(*rested) == {1, 2, 3, 4, 5}
    assert [len(one) for one in rested] == [1] * 5


def test_a_late_entry_does_not_shift_the_bye_to_who_had_one():
    tournament = cup(5)
    had = resting(finish(tournament, 1))
    entries.withdraw_entry(entry=tournament.entries.exclude(number__in=had).last(), actor=ACTOR)
    entries.add_entries(tournament=tournament, text="Late", actor=ACTOR)
    assert not resting(finish(tournament, 2)) & had


def test_a_forfeit_without_a_hand_is_no_meeting():
    tournament = cup(4, variant=GOAT, kind="pairs")
    round_ = finish(tournament, 1)
    game = Game.objects.filter(table__round=round_).order_by("table__number").first()
    Game.objects.filter(pk=game.pk).update(ruling="forfeited", ruling_reason="Nobody came", forfeited=[1])
    stage = tournament.stages.get()
    state = state_of(stage, 2, options_of(stage))
    assert [table.met for table in state.rounds[0].tables] == [False, True]
    assert [sum(table.points) for table in state.rounds[0].tables] == [1, 1]


def test_clubs_are_kept_apart_and_a_pair_is_of_one_where_both_are():
    tournament = cup(4, variant=GOAT, kind="pairs")
    Player.objects.filter(name__in=["A1", "A2", "B1"]).update(club="Riga")
    stage = tournament.stages.get()
    state = state_of(stage, 1, options_of(stage))
    assert [entry.team for entry in state.entries] == ["Riga", "", "", ""]


def test_reasons_are_kept_and_told_in_the_readers_language(client, django_user_model, monkeypatch):
    tournament = cup(5)
    finish(tournament, 1)
    round_ = step("draw", tournament, 2)
    again = [line for line in reasons_of(round_).tables[1] if line.startswith("Met before: ")]
    assert (len(again), repeats(tournament.rounds.first(), round_)) == (1, 3)  # one is named, the others counted
    assert any(line.startswith("Points at this table: from ") for line in reasons_of(round_).tables[1])
    name = tournament.entries.get(number=resting(round_).pop()).members.get().player.name
    assert [(who, len(notes)) for who, notes in reasons_of(round_).byes] == [(name, 2)]
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.queries.reasons.gettext", "По-русски: {}".format)
        assert all(line.startswith("По-русски: ") for line in reasons_of(round_).tables[1])
    organiser = django_user_model.objects.create_user("olga")
    tournament.organisers.add(organiser)
    client.force_login(organiser)
    desk = client.get(f"/run/{tournament.slug}/").text
    assert all(line in desk for line in again)
    step("publish", tournament, 2)
    client.logout()
    page = client.get(f"/t/{tournament.slug}/round/2/").text
    assert all(line in page for line in again)
    assert "All seatings were compared; none is better." in page


def test_a_round_from_before_reasons_were_kept_shows_none(client):
    tournament = cup(4)
    round_ = play(tournament, 1)
    Round.objects.filter(pk=round_.pk).update(reasons={}, engine="", engine_version="")
    page = client.get(f"/t/{tournament.slug}/round/1/")
    assert page.status_code == 200
    assert 'class="reasons"' not in page.text


def test_where_no_plan_exists_the_draw_is_refused_and_nothing_is_left(monkeypatch):
    def refuse(*_args):
        raise PairingError("nothing_left")

    tournament = cup(4)
    monkeypatch.setattr(draws, "plan_groups", refuse)
    with pytest.raises(ServiceError, match=r"Everything that this format has was played\. Look who"):
        step("draw", tournament, 1)
    assert not tournament.rounds.exists()


def test_all_have_withdrawn():
    tournament = cup(4)
    finish(tournament, 1)
    Entry.objects.update(withdrawn=True)
    with pytest.raises(ServiceError, match="0 of 2"):
        step("draw", tournament, 2)


def test_a_draw_asks_as_often_for_many_as_for_few():
    def asked(count: int, rounds_before: int) -> int:
        tournament = cup(count)
        for number in range(1, rounds_before + 1):
            finish(tournament, number)
        with CaptureQueriesContext(connection) as queries:
            step("draw", tournament, rounds_before + 1)
        return len(queries)

    assert asked(5, 1) == asked(17, 3)


def test_players_pages_ask_as_often_for_many_as_for_few(client):
    def asked(count: int) -> int:
        tournament = cup(count)
        play(tournament, 1)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/t/{tournament.slug}/round/1/")
        return len(queries)

    assert asked(5) == asked(17)


def test_somebody_put_at_a_table_alone_breaks_no_page(client, django_user_model):
    tournament = cup(6)
    stages.update_stage(stage=tournament.stages.get(), actor=ACTOR, format="round_robin")
    round_ = step("draw", tournament, 1)
    one = round_.seats.order_by("table__number", "number").first().entry_id
    mending.move(tournament=tournament, number=1, version=round_.version, entry=one, table=9, actor=ACTOR)
    tournament.organisers.add(django_user_model.objects.create_user("olga"))
    client.force_login(tournament.organisers.get())
    assert client.get(f"/run/{tournament.slug}/").status_code == 200
    assert client.get(f"/run/{tournament.slug}/sheets/1/").status_code == 200
    alone = round_.tables.get(number=9).games.get().pk
    for page in (f"/run/{tournament.slug}/game/{alone}/", f"/t/{tournament.slug}/table/{alone}/", f"/keep/{alone}/"):
        assert client.get(page).status_code == 404
