"""The life of a round, the seats it deals, and that it is drawn once however often it is asked for."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from tournaments.access import Actor
from tournaments.models import AuditEntry, Game, Hand, Round, Seat
from tournaments.services import entries, links, rounds, tournaments
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db
ACTOR = Actor(keeper="test")


def cup(count: int, **changes):
    tournament = tournaments.create_tournament(**{"actor": ACTOR, "name": "Cup", "variant": "mandavoshka", **changes})
    tournament = tournaments.publish_tournament(tournament=tournament, actor=ACTOR)
    names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    pair = changes.get("kind") == "pairs"
    text = "\n".join(f"{name}1 / {name}2" if pair else name for name in names[:count])
    entries.add_entries(tournament=tournament, text=text, actor=ACTOR)
    return tournament


def step(action, tournament, number, **more):
    return getattr(rounds, f"{action}_round")(tournament=tournament, number=number, actor=ACTOR, **more)


def finish_games(round_: Round) -> None:
    Game.objects.filter(table__round=round_).update(finished_at=timezone.now(), ended_by="target")


def play(tournament, number, **more) -> Round:
    drawn = step("draw", tournament, number, **more)
    step("publish", tournament, number)
    finish_games(drawn)
    return step("close", tournament, number)


def sizes(round_):
    return [table.seats.count() for table in round_.tables.all()]


@pytest.mark.parametrize(
    ("count", "expected", "byes"),
    [(2, [2], 0), (3, [3], 0), (5, [4], 1), (6, [3, 3], 0), (9, [3, 3, 3], 0), (11, [4, 4, 3], 0)],
)
def test_tables_for_each_for_himself(count, expected, byes):
    round_ = step("draw", cup(count), 1)
    assert (sorted(sizes(round_), reverse=True), round_.seats.filter(table=None).count()) == (expected, byes)
    assert Game.objects.filter(table__round=round_).count() == len(expected)


def test_partners_of_a_pair_sit_opposite_each_other_and_the_odd_pair_rests():
    round_ = step("draw", cup(5, variant="morskoy_kozel_exchange", kind="pairs"), 1)
    assert (sizes(round_), round_.seats.filter(table=None).count()) == ([4, 4], 2)
    for table in round_.tables.all():
        names = [seat.player.name for seat in table.seats.order_by("number")]
        assert [name[1] for name in names] == ["1", "1", "2", "2"]
        assert (names[0][0], names[1][0]) == (names[2][0], names[3][0])


def test_single_players_in_a_game_of_pairs():
    round_ = step("draw", cup(7, variant="morskoy_kozel_exchange"), 1)
    assert (sizes(round_), round_.seats.filter(table=None).count()) == ([4], 3)


def test_byes_go_round():
    tournament = cup(5)
    rested = [play(tournament, number).seats.get(table=None).entry_id for number in range(1, 6)]
    assert len(set(rested)) == 5


def test_the_seed_gives_the_draw():
    tournament = cup(12)

    def order(seed):
        round_ = step("draw", tournament, 1, seed=seed)
        names = list(round_.seats.order_by("table__number", "number").values_list("player__name", flat=True))
        step("discard", tournament, 1)
        return names

    assert order(1) == order(1) != order(2)


def test_too_few_cannot_be_drawn():
    with pytest.raises(ServiceError, match="1 of 2"):
        step("draw", cup(1), 1)


def test_a_second_click_gets_the_round_of_the_first():
    tournament = cup(8)
    assert step("draw", tournament, 1) == step("draw", tournament, 1)
    assert Seat.objects.count() == 8
    assert AuditEntry.objects.filter(action="draw_round").count() == 1


def test_rounds_follow_each_other():
    tournament = cup(8)
    with pytest.raises(ServiceError, match="next round is round 1"):
        step("draw", tournament, 2)
    step("draw", tournament, 1)
    with pytest.raises(ServiceError, match="Round 1 is still open"):
        step("draw", tournament, 2)


def test_a_round_of_a_draft_tournament_is_not_published():
    tournament = cup(4)
    tournaments.unpublish_tournament(tournament=tournament, actor=ACTOR)
    step("draw", tournament, 1)
    with pytest.raises(ServiceError, match="Publish it first"):
        step("publish", tournament, 1)


def test_a_round_with_games_under_way_is_not_closed():
    tournament = cup(8)
    step("draw", tournament, 1)
    with pytest.raises(ServiceError, match="is a draft"):
        step("close", tournament, 1)
    round_ = step("publish", tournament, 1)
    Game.objects.filter(table__round=round_, table__number=1).update(finished_at=timezone.now(), ended_by="target")
    with pytest.raises(ServiceError, match="tables: 2"):
        step("close", tournament, 1)


def test_steps_back():
    tournament = cup(4)
    round_ = step("draw", tournament, 1)
    step("publish", tournament, 1)
    with pytest.raises(ServiceError, match="no draft"):
        step("discard", tournament, 1)
    assert step("unpublish", tournament, 1).published_at is None
    step("publish", tournament, 1)
    game = Game.objects.get(table__round=round_)
    Hand.objects.create(game=game, number=1, facts={"judge": []})
    with pytest.raises(ServiceError, match="tables: 1"):
        step("unpublish", tournament, 1)
    finish_games(round_)
    assert step("close", tournament, 1).closed_at
    assert step("reopen", tournament, 1).closed_at is None
    step("close", tournament, 1)
    step("draw", tournament, 2)
    with pytest.raises(ServiceError, match="only the last"):
        step("reopen", tournament, 1)
    step("discard", tournament, 2)
    with pytest.raises(ServiceError, match="no round 2"):
        step("publish", tournament, 2)
    finished = tournaments.finish_tournament(tournament=tournament, actor=ACTOR)
    for action, number in (("reopen", 1), ("draw", 2)):
        with pytest.raises(ServiceError, match="Resume"):
            step(action, tournament, number)
    assert tournaments.resume_tournament(tournament=finished, actor=ACTOR).status == "published"


def test_rules_are_frozen_by_the_first_hand():
    tournament = cup(4)
    round_ = step("draw", tournament, 1)
    Hand.objects.create(game=Game.objects.get(table__round=round_), number=1, facts={"judge": []})
    option = next(o for o in tournaments.variants.get("mandavoshka").options if o.kind == "boolean")
    with pytest.raises(ServiceError, match="page “Rules”"):
        tournaments.update_tournament(
            tournament=tournament, actor=ACTOR, name="Cup", venue="", starts_at=None, rated=True,
            options={option.name: not option.default},
        )  # fmt: skip


def test_a_link_is_made_and_revoked_and_its_secret_is_not_logged():
    tournament = cup(4)
    link = links.make_link(tournament=tournament, actor=ACTOR)
    assert len(link.token) >= 32
    assert links.revoke_link(link=link, actor=ACTOR).revoked_at
    revoked_at = link.revoked_at
    assert links.revoke_link(link=link, actor=ACTOR).revoked_at == revoked_at
    logged = AuditEntry.objects.filter(action__in=["make_link", "revoke_link"])
    assert [link.token in str(entry.__dict__) for entry in logged] == [False, False]


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once_draw_one_round():
    tournament = cup(8)
    together = Barrier(2, timeout=60)

    def click(seed: int) -> int:
        try:
            together.wait()
            return step("draw", tournament, 1, seed=seed).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(click, (1, 2))
    assert first == second
    assert (Round.objects.count(), Seat.objects.count(), Game.objects.count()) == (1, 8, 2)
