"""Who plays in the demo: name, club, and how well and in what way he plays. All of them are invented."""

from __future__ import annotations

from typing import NamedTuple

from tournaments.simulator import BOLD, CAREFUL, HEAVY, STEADY, Player


class Person(NamedTuple):
    """A person of the demo. Names are unique, so a seat's name finds its player."""

    name: str
    club: str
    plays: Player


CUP = (
    Person("Анна Лебедева", "Костяшки", Player(0.95, CAREFUL)),
    Person("Борис Ермаков", "Костяшки", Player(0.9, STEADY)),
    Person("Вера Соколова", "Маяк", Player(0.9, CAREFUL)),
    Person("Глеб Тарасов", "Маяк", Player(0.8, BOLD)),
    Person("Дарья Мельник", "Депо", Player(0.75, STEADY)),
    Person("Егор Воронин", "Депо", Player(0.7, HEAVY)),
    Person("Жанна Кравцова", "Двор на Лесной", Player(0.6, CAREFUL)),
    Person("Захар Поляков", "Двор на Лесной", Player(0.5, BOLD)),
    Person("Ирина Белова", "Маяк", Player(0.4, STEADY)),
    Person("Кирилл Жданов", "Депо", Player(0.3, HEAVY)),
    Person("Лидия Осипова", "Двор на Лесной", Player(0.2, STEADY)),
    Person("Пётр Ковалёв", "Костяшки", Player(0.05, HEAVY)),
)

PAIRS = (
    (CUP[0], CUP[2]),
    (CUP[1], CUP[5]),
    (Person("Михаил Рябов", "Депо", Player(0.9)), Person("Нина Фролова", "Депо", Player(0.8))),
    (Person("Олег Симонов", "Маяк", Player(0.7)), Person("Раиса Громова", "Маяк", Player(0.7, HEAVY))),
    (CUP[4], CUP[6]),
    (Person("Семён Карпов", "Костяшки", Player(0.5)), Person("Тамара Власова", "Костяшки", Player(0.5, HEAVY))),
    (Person("Ульяна Зимина", "Двор на Лесной", Player(0.3)), CUP[7]),
    (CUP[9], Person("Фёдор Гусев", "Депо", Player(0.1))),
)

TONIGHT = (
    *CUP[:7],
    *CUP[8:11],
    Person("Харитон Быков", "Маяк", Player(0.6, STEADY)),
    Person("Эмма Шульц", "Маяк", Player(0.85, STEADY)),
    Person("Юлия Нестерова", "Костяшки", Player(0.45, CAREFUL)),
    Person("Яков Дымов", "Двор на Лесной", Player(0.35, BOLD)),
)

CASE_PEOPLE = ("Аркадий", "Белла", "Виктор", "Галина", "Денис", "Елена")

PLAYERS = {person.name: person.plays for person in (*CUP, *TONIGHT, *(one for pair in PAIRS for one in pair))}


def entry_line(*persons: Person) -> str:
    """A line of the list of entries, as an organiser pastes it."""
    return " / ".join(f"{person.name}, {person.club}" for person in persons)
