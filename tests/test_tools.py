"""The tools behind the make targets."""

import gettext
import importlib.util
import os
import socket
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.ports import free_port

TOOLS = Path(__file__).resolve().parent.parent / "tools"

CATALOGUE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);\\n"

msgid "fish"
msgstr "рыба"

#, fuzzy
msgid "bye"
msgstr "пока"

msgid "%(count)s tile"
msgid_plural "%(count)s tiles"
msgstr[0] "%(count)s кость"
msgstr[1] "%(count)s кости"
msgstr[2] "%(count)s костей"
"""


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_translations_are_compiled_without_gettext(tmp_path: Path) -> None:
    source, target = tmp_path / "django.po", tmp_path / "django.mo"
    source.write_text(CATALOGUE, encoding="utf-8")
    tool("compile_messages").main(str(source), str(target))
    with target.open("rb") as file:
        texts = gettext.GNUTranslations(file)
    assert texts.gettext("fish") == "рыба"
    assert texts.gettext("bye") == "bye"
    assert texts.ngettext("%(count)s tile", "%(count)s tiles", 22) == "%(count)s кости"
    assert texts.ngettext("%(count)s tile", "%(count)s tiles", 11) == "%(count)s костей"


def test_a_taken_port_is_said_so() -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken, pytest.raises(SystemExit, match=r"is taken\. Choose another"):
        tool("serve").main(taken.getsockname()[1])


def test_a_taken_port_is_found_before_anything_is_done() -> None:
    port = free_port()
    with socket.create_server(("0.0.0.0", port)):
        asked = subprocess.run([sys.executable, TOOLS / "serve.py", "--check", str(port)], capture_output=True)
        assert asked.returncode == 1
    assert subprocess.run([sys.executable, TOOLS / "serve.py", "--check", str(port)]).returncode == 0


def test_who_comes_while_the_site_is_loading_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    port, loading = free_port(), []
    monkeypatch.setattr("os.execv", lambda _program, words: loading.extend(words))
    tool("serve").main(port)
    (listening,) = (word.removeprefix("fd://") for word in loading if word.startswith("fd://"))
    assert os.get_inheritable(int(listening))
    with socket.socket(fileno=int(listening)), socket.create_connection(("127.0.0.1", port)):
        pass


@pytest.mark.parametrize(("ci", "status"), [("", 0), ("true", 1)])
def test_without_postgresql_the_tests_are_skipped_and_in_ci_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ci: str, status: int
) -> None:
    on_postgres = tool("on_postgres")
    monkeypatch.setattr(on_postgres, "programs", lambda: None)
    monkeypatch.setenv("CI", ci)
    assert on_postgres.main(["false"]) == status
    assert "apt install postgresql" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        (None, 0, "no index answered"),
        ([{"name": "django", "skip_reason": "not found"}], 0, "no index answered"),
        ([{"name": "django", "version": "6.1.3", "vulns": []}], 0, "1 looked up, 0 known"),
        (
            [{"name": "django", "version": "6.1.3", "vulns": [{"id": "CVE-1", "fix_versions": ["6.1.4"]}]}],
            1,
            "django 6.1.3: CVE-1, mended in 6.1.4",
        ),
    ],
)
def test_known_vulnerabilities_fail_and_a_silent_network_does_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], packages: object, status: int, said: str
) -> None:
    audit = tool("audit_packages")
    monkeypatch.setattr(audit, "ask", lambda files: packages)
    assert audit.main(["requirements.txt"]) == status
    told = capsys.readouterr()
    assert said in told.out + told.err
