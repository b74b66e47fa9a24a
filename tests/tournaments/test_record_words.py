"""One object of the record, read out."""

from types import SimpleNamespace

import pytest
from django.utils.translation import override

from tournaments.queries.record_words import facts_in_words

TABLE = SimpleNamespace(names=("Анна", "Борис"), sides=("Анна", "Борис"))


@pytest.mark.parametrize(
    ("plays", "told"),
    [
        ([{"seat": 0, "ends": 10}, {"seat": 1, "ends": 5}], "Ходы: Анна 10, Борис 5"),
        ([{"seat": 1, "event": "failed_draw"}], "Ходы: Борис взятая кость не подошла"),
        ([{"seat": 0, "event": "move", "count": 3}], "Ходы: Анна ход × 3"),
    ],
)
def test_plays_are_told_in_the_readers_words(plays: list[dict[str, object]], told: str):
    with override("ru"):
        assert facts_in_words({"end": "out", "by": 0, "plays": plays}, TABLE).split("· ")[-1] == told
