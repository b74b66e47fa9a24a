"""The games that can be played here, their rules, and whether a hand is dealt anew."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from scoring import notes, variants
from scoring.errors import TileError, UnknownVariant
from scoring.tiles import SET, parse_tiles
from scoring.variants.base import Variant
from tournaments import rulebook, rules


def variant_list(request: HttpRequest) -> HttpResponse:
    """All games, by what one plays for."""
    return render(request, "public/variants.html", {"families": rules.families()})


def variant(request: HttpRequest, code: str) -> HttpResponse:
    """One game: how it is played, examples, and what a tournament may choose."""
    game = _variant(code)
    context = {
        "variant": rules.about(code),
        "sources": rulebook.sources(game),
        "common": rulebook.all_chosen(game),
        "sections": rulebook.sections(game),
        "examples": rulebook.examples(game),
        "rules": rules.in_force(code, {}),
        "presets": [preset for preset in game.presets if preset.options],
        "redeals": game.redeals,
    }
    return render(request, "public/variant.html", context)


def redeal(request: HttpRequest, code: str) -> HttpResponse:
    """Whether the tiles of a hand are dealt anew: `?tiles=66 65 …`, in one field or in many."""
    game = _variant(code)
    if game.result_alone:
        raise Http404
    typed = " ".join(request.GET.getlist("tiles"))
    asked, fault = None, ""
    try:
        tiles = parse_tiles(typed)
    except TileError as error:
        tiles, fault = (), notes.render(error.note, (), translate=_)
    if tiles:
        asked = rulebook.ask_redeal(game, tiles)
        fault = asked.fault
    context = {
        "variant": rules.about(code),
        "redeals": [rulebook.redeal_sentence(rule) for rule in game.redeals],
        "both": any(rule.of == "pair" for rule in game.redeals),
        "rows": [[(tile, tile in tiles) for tile in SET if tile.high == high] for high in range(7)],
        "asked": asked,
        "fault": fault,
        "typed": typed if fault else "",
    }
    return render(request, "public/redeal.html", context)


def _variant(code: str) -> type[Variant]:
    try:
        return variants.get(code)
    except UnknownVariant:
        raise Http404 from None
