"""The house keeps its plan: who may import whom, no circles, short files, nothing inline, nothing of one machine.

A room is a package or a module; a module belongs to the room with the longest name that begins its own. A module that
belongs to no room fails, so that a new room gets its arrows here first (and in docs/architecture.md).
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("config", "scoring", "tournaments")
MADE = {".git", ".venv", "build", "staticfiles", "locale", "vendor", "node_modules", "__pycache__"}
MADE |= {".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis"}

PURE = {"scoring", "tournaments.plain", "tournaments.pairing", "tournaments.standings", "tournaments.points"}
PURE |= {
    "tournaments.naming",
    "tournaments.simulator",
    "tournaments.formats",
    "tournaments.lists",
    "tournaments.presets",
    "tournaments.prints",
}
WEB = {"django", "django_tables2", "slugify", "segno", "tablib", "openpyxl"}

# Room: the rooms and the packages from outside that it may import, beside itself and the standard library.
MAY_IMPORT: dict[str, set[str]] = {
    "scoring": {"openskill"},
    "scoring.apps": {"django"},
    "tournaments.plain": {"orjson"},
    "tournaments.lists": {"python_calamine", "scoring", "tournaments.plain"},
    "tournaments.naming": {"slugify"},
    "tournaments.pairing": {"caissify_pairings", "gacrux", "rustworkx"},
    "tournaments.standings": set(),
    "tournaments.points": set(),
    "tournaments.simulator": {"scoring"},
    "tournaments.prints": {"PIL", "django", "fpdf", "segno", "slugify"},
    "tournaments.formats": {"django", "scoring", "tournaments.pairing"},
    "tournaments.presets": {"django", "scoring", "tournaments.formats"},
    "tournaments.apps": {"django"},
    "tournaments.release": {"django"},
    "tournaments.migrations": {
        *("django", "scoring"),
        *("tournaments.models", "tournaments.naming", "tournaments.sealing"),
    },
    "tournaments.models": {"django", "orjson", "scoring", "tournaments.naming"},
    "tournaments.access": {"django", "tournaments.models"},
    "tournaments.sealing": {"django", "cryptography"},
    "tournaments.accounts": {
        *("django", "allauth", "axes", "cryptography", "segno"),
        *("tournaments.access", "tournaments.plain", "tournaments.sealing"),
    },
    "tournaments.display": {"django", "pyphen"},
    "tournaments.archive": {"pydantic", "tournaments.plain"},
    "tournaments.misfits": {"django"},
    "tournaments.queries": {
        "orjson",
        "tournaments.archive",
        "django",
        "tournaments.models",
        "tournaments.access",
        "tournaments.display",
        *PURE,
    },
    "tournaments.services": {
        *("allauth", "orjson", "pydantic", "tournaments.archive", "tournaments.misfits"),
        "django",
        "slugify",
        "tournaments.models",
        "tournaments.access",
        "tournaments.queries",
        *PURE,
    },
}
DOORS = {  # what every way in may use: pages, forms, tables, commands
    *WEB,
    "scoring",
    "tournaments.models",
    "tournaments.access",
    "tournaments.display",
    "tournaments.formats",
    "tournaments.queries",
    "tournaments.services",
}
MAY_IMPORT |= {
    "tournaments.admin": {
        "django",
        "allauth",
        "axes",
        "tournaments.access",
        "tournaments.models",
        "tournaments.services",
    },
    "tournaments.rules": {"django", "scoring", "tournaments.points", "tournaments.display"},
    "tournaments.graph": {"django", "tournaments.queries", "tournaments.display"},
    "tournaments.ladder_words": {"django", "scoring", "tournaments.display"},
    "tournaments.rulebook": {"django", "scoring", "tournaments.display", "tournaments.rules"},
    "tournaments.templatetags": DOORS | {"tournaments.rules"},
    "tournaments.forms": DOORS
    | {"tournaments.rules", "tournaments.plain", "tournaments.lists", "tournaments.presets"}
    | {"tournaments.points", "tournaments.standings", "tournaments.ladder_words", "tournaments.accounts"},
    "tournaments.tables": DOORS | {"tournaments.templatetags"},
    "tournaments.views": DOORS
    | {"tournaments.prints"}
    | {
        "tournaments.forms",
        "tournaments.tables",
        "tournaments.pairing",
        "tournaments.plain",
        "tournaments.rules",
        "tournaments.rulebook",
        "tournaments.graph",
        "tournaments.ladder_words",
        "tournaments.accounts",
    }
    | {"tournaments.templatetags", "tournaments.release", "allauth", "icalendar"},
    "tournaments.demo": DOORS | {"tournaments.simulator", "tournaments.presets"},
    "tournaments.management": DOORS
    | {"psycopg", "orjson", "tournaments.pairing", "tournaments.simulator", "tournaments.demo", "tournaments.presets"},
    "tournaments.api": {
        *("django", "ninja", "orjson", "pydantic", "scoring"),
        *("tournaments.access", "tournaments.models", "tournaments.queries", "tournaments.services"),
        *("tournaments.plain", "tournaments.release", "tournaments.misfits"),
        "tournaments.presets",
    },
    "tournaments.urls": {"django", "allauth", "tournaments.views", "tournaments.api"},
    "tournaments": set(),
    "config": {
        "django",
        "allauth",
        "dj_database_url",
        "prometheus_client",
        "redis",
        "whitenoise",
        "tournaments.urls",
        "tournaments.views",
    },
}


def module_of(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


MODULES = {module_of(path): path for source in SOURCES for path in sorted((ROOT / source).rglob("*.py"))}


def room_of(module: str) -> str | None:
    return max((room for room in MAY_IMPORT if f"{module}.".startswith(f"{room}.")), key=len, default=None)


def imports_of(module: str) -> Iterator[str]:
    """Every module or package that `module` imports, wherever in the file; one of ours by its full name."""
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.rsplit(".", node.level - 1)[0] if node.level else ""
            origin = ".".join(filter(None, (base, node.module)))
            for alias in node.names:
                whole = f"{origin}.{alias.name}"
                yield whole if whole in MODULES else origin


def allowed(module: str, target: str) -> bool:
    room = room_of(module)
    top = target.partition(".")[0]
    if top in SOURCES:
        return room_of(target) in {room, *MAY_IMPORT[room]}
    return top in sys.stdlib_module_names or top in MAY_IMPORT[room]


def test_every_module_has_a_room() -> None:
    roots = {module for module in MODULES if room_of(module) == "tournaments"} - {"tournaments"}
    assert roots == set(), "say in MAY_IMPORT what these may import"


def test_arrows_go_one_way() -> None:
    wrong = {
        f"{module} → {target}" for module in MODULES for target in imports_of(module) if not allowed(module, target)
    }
    assert wrong == set()


def test_an_arrow_against_the_plan_is_seen() -> None:
    assert not allowed("scoring", "django.db")
    assert not allowed("scoring", "tournaments.models")
    assert not allowed("tournaments.models", "tournaments.services")
    assert not allowed("tournaments.services", "tournaments.urls")
    assert allowed("tournaments.services", "tournaments.models")
    assert allowed("scoring", "openskill.models")


def test_nothing_imports_views_but_urls() -> None:
    importers = {
        module
        for module in MODULES
        for target in imports_of(module)
        if target.startswith("tournaments.views") and not module.startswith("tournaments.views")
    }
    assert {module for module in importers if not module.startswith(("tournaments.urls", "config.urls"))} == set()


def test_there_are_no_circles() -> None:
    arrows = {module: {target for target in imports_of(module) if target in MODULES} - {module} for module in MODULES}
    finished: set[str] = set()

    def walk(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " → ".join((*path[path.index(module) :], module))
        if module not in finished:
            for target in sorted(arrows[module]):
                walk(target, (*path, module))
            finished.add(module)

    for module in MODULES:
        walk(module, ())


def files(*suffixes: str) -> list[Path]:
    found = (
        path for path in ROOT.rglob("*") if path.suffix in suffixes and not MADE & set(path.relative_to(ROOT).parts)
    )
    return sorted(path for path in found if path.is_file())


def test_files_stay_short() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in files(".py", ".html", ".js", ".css")
        if "migrations" not in path.parts
    }
    assert {name: lines for name, lines in lengths.items() if lines >= 400} == {}


INLINE = {
    "a style": r"<style\b|\sstyle\s*=",
    "a script": r"<script\b(?![^>]*\bsrc\s*=)|javascript:",
    "a handler": r"<[^>]*\son[a-z]+\s*=",
}


@pytest.mark.parametrize("what", INLINE)
def test_templates_have_nothing_inline(what: str) -> None:
    found = {
        str(path.relative_to(ROOT))
        for path in files(".html")
        if path.is_relative_to(ROOT / "templates") and re.search(INLINE[what], path.read_text(encoding="utf-8"))
    }
    assert found == set()


def test_nothing_is_of_one_machine() -> None:
    folders = re.compile(r"(?<![\w.:/-])/(?:work|root|home|Users)/\w")
    texts = files(".py", ".md", ".html", ".css", ".js", ".toml", ".txt", ".json", ".jsonl")
    texts += [ROOT / "Makefile", ROOT / "tools" / "venv", ROOT / ".ci" / "run"]
    found = {str(path.relative_to(ROOT)) for path in texts if folders.search(path.read_text(encoding="utf-8"))}
    assert found == set()


CALM = re.compile(r"@media \(prefers-reduced-motion: no-preference\) \{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}")
MOVES = re.compile(
    r"(?:animation|transition)(?:-duration)?:(?![^;}]*\b0s)[^;}]+|scroll-behavior: *smooth|behavior: *.smooth"
)


def test_nothing_moves_for_who_asked_for_calm() -> None:
    """What moves stands in a block for those who have not asked their device for less motion."""
    moving = {}
    for path in (*(ROOT / "static" / "css").rglob("*.css"), *(ROOT / "static" / "js").rglob("*.js")):
        if found := MOVES.findall(CALM.sub("", path.read_text(encoding="utf-8"))):
            moving[path.name] = found
    assert moving == {}
