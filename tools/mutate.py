"""Break the rules one by one, and see whether a test of `scoring/` notices.

`python tools/mutate.py [--sample N] [MODULE …]` makes *mutants* of the modules: one comparison turned, one number
raised, one statement left out. The tests are collected once; each mutant lives in a fork of that process, in which the
code of one function is exchanged (a constant of a module or a class: everything is read anew), and dies with the
first test that fails. Printed are the survivors and the share of the dead; below 95 % the exit status is 1.

Left alone, since no result depends on them: notes, doubts' wording, labels, books of rules, annotations, asserts.
"""

import argparse
import ast
import copy
import os
import random
import signal
import sys
import traceback
import types
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    "variants.base", "variants.mandavoshka", "variants.sea_goat", "variants.traditional", "variants.in_play",
    "variants.columns", "variants.draughts", "ledger", "checks", "steps", "facts", "record", "options",
)  # fmt: skip
SLOW = ("test_properties", "test_books", "ratings")
WANTED = 0.95
SECONDS = 20
OUT = os.fdopen(os.dup(1), "w", buffering=1, encoding="utf-8")

QUIET_CALLS = {"note", "Note", "_", "gettext_noop", "as_sum", "show", "join"}
QUIET_NAMES = {"book", "PRESETS", "presets", "opening", "deal", "BOOK", "code", "name", "layout"}
QUIET_KEYWORDS = {"chosen", "empty", "label", "help"}

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.FloorDiv, ast.FloorDiv: ast.Mod,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.RShift: ast.LShift,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One thing changed in a module: where, what, in which function (empty: in none), and how.

    `at`: the node's number as `ast.walk` goes; `change` returns what stands there then, given the node.
    """

    module: str
    line: int
    what: str
    function: str
    at: int
    change: Any

    def code(self) -> types.CodeType:
        """The changed module, compiled."""
        tree = ast.parse(source(self.module).read_text(encoding="utf-8"))
        old = list(ast.walk(tree))[self.at]
        new = ast.copy_location(self.change(copy.copy(old)), old)
        return compile(ast.fix_missing_locations(_Put(old, new).visit(tree)), str(source(self.module)), "exec")


class Place(NamedTuple):
    """A node that can be changed, what that does, in which function it stands, and how."""

    node: ast.AST
    what: str
    change: Any
    function: str


def places(node: ast.AST, function: str = "") -> Iterator[Place]:
    """Every change that can be made below a node."""
    if _is_quiet(node):
        return
    for change in _changes(node):
        yield Place(node, change[0], change[1], function)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                inner = function
                if isinstance(child, ast.FunctionDef | ast.ClassDef) and not isinstance(node, ast.FunctionDef):
                    inner = f"{function}.{child.name}".removeprefix(".")
                yield from places(child, inner)


def _is_quiet(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.TypeAlias():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.Expr(value=ast.Call() as call):
            return _is_quiet(call)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in QUIET_CALLS
        case ast.keyword(arg=name):
            return name in QUIET_KEYWORDS
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name in QUIET_NAMES
        case ast.JoinedStr():
            return True
    return False


def _changes(node: ast.AST) -> Iterator[tuple[str, Any]]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                yield f"{type(op).__name__} → {COMPARISONS[type(op)].__name__}", _compared(at)
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in ARITHMETIC:
            yield f"{type(op).__name__} → {ARITHMETIC[type(op)].__name__}", _computed
        case ast.BoolOp(op=op):
            yield "and ↔ or", _joined
        case ast.UnaryOp(op=ast.Not()):
            yield "not left out", lambda node: node.operand
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", lambda node: ast.Constant(not node.value)
        case ast.Constant(value=int(value)):
            yield f"{value} → {value + 1}", lambda node: ast.Constant(node.value + 1)
        case ast.Name(id=name) if name in NAMES:
            yield f"{name} → {NAMES[name]}", lambda node: ast.Name(NAMES[node.id], ast.Load())
        case ast.If() | ast.IfExp():
            yield "condition turned", _turned
    match node:
        case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
            yield f"left out: {ast.unparse(node)[:50]}", lambda node: ast.Pass()
        case ast.Return(value=value) if value is not None and not _is_constant(value):
            yield "returns None", lambda node: ast.Return(ast.Constant(None))


def _is_constant(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _compared(at: int) -> Any:
    def change(node: ast.Compare) -> ast.AST:
        node.ops = [COMPARISONS[type(op)]() if number == at else op for number, op in enumerate(node.ops)]
        return node

    return change


def _computed(node: ast.BinOp | ast.AugAssign) -> ast.AST:
    node.op = ARITHMETIC[type(node.op)]()
    return node


def _joined(node: ast.BoolOp) -> ast.AST:
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return node


def _turned(node: ast.If | ast.IfExp) -> ast.AST:
    node.test = ast.UnaryOp(ast.Not(), node.test)
    return node


def mutants(module: str) -> list[Mutant]:
    """Every mutant of a module."""
    tree = ast.parse(source(module).read_text(encoding="utf-8"))
    order = {node: at for at, node in enumerate(ast.walk(tree))}
    return [
        Mutant(module, getattr(place.node, "lineno", 0), place.what, place.function, order[place.node], place.change)
        for place in places(tree)
    ]


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


def source(module: str) -> Path:
    """Where a module of `scoring` lies."""
    return ROOT / "scoring" / (module.replace(".", "/") + ".py")


def exchange(mutant: Mutant) -> bool:
    """Put the changed code into the function that is loaded; False where that can't be done."""
    found: Any = import_module(f"scoring.{mutant.module}")
    for name in mutant.function.split("."):
        found = vars(found).get(name) if isinstance(found, type) else getattr(found, name, None)
    found = getattr(found, "fget", None) or getattr(found, "__func__", found)
    code = _code(mutant.code(), mutant.function)
    if not isinstance(found, types.FunctionType) or code is None:
        return False
    if code.co_freevars != found.__code__.co_freevars:
        return False
    found.__code__ = code
    return True


def _code(code: types.CodeType, qualname: str) -> types.CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if constant.co_qualname == qualname:
                return constant
            if deeper := _code(constant, qualname):
                return deeper
    return None


class Anew:
    """An importer that reads a mutant in place of its module."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        from importlib.machinery import ModuleSpec

        if name == f"scoring.{self.mutant.module}":
            return ModuleSpec(name, self, origin=str(source(self.mutant.module)))
        return None

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: types.ModuleType) -> None:
        exec(self.mutant.code(), module.__dict__)


class Hunt:
    """The pytest plugin that hunts mutants instead of running the tests."""

    def __init__(self, hunted: list[Mutant]) -> None:
        self.hunted = hunted
        self.survivors: list[Mutant] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if _failed(session, session.items):
            sys.exit("The tests fail without any mutant.")
        for mutant in self.hunted:
            # first the tests that lie nearest
            stem = mutant.module.rpartition(".")[2]
            items = sorted(session.items, key=lambda item: (stem not in item.nodeid) + ("golden" not in item.nodeid))
            pid = os.fork()
            if not pid:
                signal.alarm(SECONDS)
                try:
                    os._exit(self.lives(mutant, session, items))
                finally:  # something went wrong in here, not in a test
                    traceback.print_exc()
                    os._exit(2)
            status = os.waitpid(pid, 0)[1]
            if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 2:
                say(f"not hunted: scoring.{mutant.module}:{mutant.line} {mutant.what}")
            if status == 0:
                self.survivors.append(mutant)
                say(f"lives: scoring.{mutant.module}:{mutant.line} {mutant.function}: {mutant.what}")
        return True

    def lives(self, mutant: Mutant, session: pytest.Session, items: list[pytest.Item]) -> int:
        """In the fork: 0 where no test fails."""
        if mutant.function and exchange(mutant):
            import_module("scoring.ledger")._DEFAULTS.clear()
            if _failed(session, items):
                return 1
        # a constant, or code that perhaps runs only while modules are read
        for name in list(sys.modules):
            if name.split(".")[0] in ("scoring", "tests"):
                del sys.modules[name]
        sys.meta_path.insert(0, Anew(mutant))
        return int(pytest.main([*ARGUMENTS, "-x"]) != 0)


def say(line: str) -> None:
    """A line to whoever hunts."""
    OUT.write(line + "\n")


def _failed(session: pytest.Session, items: list[pytest.Item]) -> int:
    for at, item in enumerate(items):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=(items[at + 1 :] or [None])[0])
        if session.testsfailed:
            return 1
    return 0


ARGUMENTS = [
    "-p", "no:cacheprovider", "-p", "no:django", "-p", "no:cov", "-p", "no:xdist",
    "-s", "-c", os.devnull, f"--rootdir={ROOT}", "-W", "error",
    *(str(path) for path in sorted((ROOT / "tests" / "scoring").glob("**/test_*.py"))
      if not any(slow in str(path) for slow in SLOW)),
]  # fmt: skip


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    reader.add_argument("modules", nargs="*", default=MODULES)
    reader.add_argument("--sample", type=int, help="so many of each module, chosen by chance but always the same")
    given = reader.parse_args()
    sys.path.insert(0, str(ROOT))
    dead = total = 0
    hunted: list[Mutant] = []
    for module in given.modules:
        some = mutants(module)
        if given.sample and len(some) > given.sample:
            some = sorted(random.Random(0).sample(some, given.sample), key=lambda mutant: mutant.line)
        hunted += some
    hunt = Hunt(hunted)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # of pytest's own report nothing is wanted
    if pytest.main(ARGUMENTS, plugins=[hunt]) not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        sys.exit("The tests do not run.")
    for module in given.modules:
        count = sum(mutant.module == module for mutant in hunted)
        alive = sum(mutant.module == module for mutant in hunt.survivors)
        total, dead = total + count, dead + count - alive
        say(f"scoring.{module}: {count - alive} of {count} die")
    say(f"{dead} of {total} die, {dead / max(total, 1):.1%}")
    sys.exit(dead < WANTED * total)


if __name__ == "__main__":
    main()
