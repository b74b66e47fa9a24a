"""The worked examples of docs/api.md, run as they stand."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from tournaments.access import Actor
from tournaments.models import Game
from tournaments.services.tokens import make_token

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "api.md"
EXAMPLE = re.compile(r"```sh\n(.*?)```\n\n```json\n(.*?)```", re.DOTALL)


def holds(answer: Any, said: Any) -> bool:
    """Whether the answer has all that is said of it: objects may have more keys, lists more items."""
    if isinstance(said, dict):
        return isinstance(answer, dict) and all(key in answer and holds(answer[key], said[key]) for key in said)
    if isinstance(said, list):
        return len(answer) >= len(said) and all(holds(*pair) for pair in zip(answer, said, strict=False))
    return answer == said


@pytest.mark.django_db(transaction=True)
def test_the_examples_do_what_they_say(live_server, must_have, tmp_path):
    must_have(shutil.which("curl"), "install curl to run the examples of docs/api.md")
    user = get_user_model().objects.create_user("olga")
    _token, secret = make_token(user=user, actor=Actor(user=user), label="docs", scope="organise")
    examples = EXAMPLE.findall(DOCUMENT.read_text(encoding="utf-8"))
    assert len(examples) == DOCUMENT.read_text(encoding="utf-8").count("```sh") >= 10
    for command, said in examples:
        game = Game.objects.values_list("pk", flat=True).first()
        known = {"SITE": live_server.url, "TOKEN": secret, "GAME": str(game or "")}
        ran = subprocess.run(
            ["sh", "-ec", command], cwd=tmp_path, env=os.environ | known, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        assert holds(json.loads("[" + ran.stdout.replace("}{", "},{") + "]")[-1], json.loads(said)), command
