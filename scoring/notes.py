"""Sentences about hands: a code with its facts, and the words for it.

A `Note` is what a rule says: which rule, with which numbers and which seats or sides. `PHRASES` holds the English
sentence of each code; it is also the msgid of the translation. Names stay in the nominative and verbs carry no
gender, since nothing here knows either.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple


def gettext_noop(message: str) -> str:
    """Marks a text for translation, and leaves it as it is."""
    return message


class Note(NamedTuple):
    """A rule's word on a hand. `params` may name `side`, `seat` (indices) or `sides` (a list of them)."""

    code: str
    params: Mapping[str, Any]


PHRASES: dict[str, str] = {
    # what a hand came to
    "highest_hand": gettext_noop("Highest hand: %(side)s, %(hand)d. The sum of all hands is written: %(sum)s."),
    "lone_loses": gettext_noop("%(side)s: %(tile)s alone loses the hand. The sum of all hands is written: %(sum)s."),
    "lone_both_out": gettext_noop("0-0 alone against 6-6 alone: %(side)s loses the game. Written: %(sum)s."),
    "raised_to_target": gettext_noop("%(side)s: raised by %(points)d to the target of %(target)d."),
    "threshold": gettext_noop("%(side)s: hand %(hand)d is below %(threshold)d, so %(points)d is not written."),
    "threshold_never_recorded": gettext_noop(
        "%(side)s: hand %(hand)d is below %(threshold)d and nothing was written before, so %(points)d is not written."
    ),
    "threshold_at_zero": gettext_noop(
        "%(side)s: hand %(hand)d is below %(threshold)d and the account is 0, so %(points)d is not written."
    ),
    "below": gettext_noop("%(side)s: %(sum)s is below %(threshold)d and is not written."),
    "below_never_recorded": gettext_noop(
        "%(side)s: %(sum)s is below %(threshold)d and nothing was written before, so it is not written."
    ),
    "below_at_zero": gettext_noop(
        "%(side)s: %(sum)s is below %(threshold)d and the account is 0, so it is not written."
    ),
    "lost_with_it": gettext_noop("Lost with it: finish bonus %(bonus)d, eggs %(eggs)d."),
    "tie_eggs": gettext_noop("Equal highest hands, %(hand)d each: %(sides)s. Eggs: %(sum)s."),
    "tie_void": gettext_noop("Equal highest hands, %(hand)d each: %(sides)s. Nothing is written."),
    "tie_each": gettext_noop("Equal highest hands, %(hand)d each: %(sides)s. The sum is asked of each: %(sum)s."),
    "lone_counts": gettext_noop("%(seat)s: %(tile)s alone counts %(points)d."),
    "both_count": gettext_noop("%(seat)s: exactly 0-0 and 6-6 count %(points)d."),
    "out_writes": gettext_noop("Out: %(side)s. The hands of %(sides)s together: %(sum)s."),
    "out_written": gettext_noop("Lost by an out: %(side)s. Their own hands together: %(sum)s."),
    "fish_lower": gettext_noop("Fish, %(low)d against %(high)d. Less: %(side)s. All hands together: %(sum)s."),
    "fish_higher": gettext_noop("Fish, %(high)d against %(low)d. More: %(side)s. To write: %(sum)s."),
    "fish_equal": gettext_noop("Fish, %(low)d each: the sum of all hands becomes eggs: %(sum)s."),
    "eggs_carried": gettext_noop("Eggs now waiting for the next hand: %(eggs)d."),
    "eggs_written": gettext_noop("Eggs from before go to %(side)s: %(points)d."),
    "finish_bonus": gettext_noop("Finished with %(tile)s: %(side)s, %(points)d more."),
    "opening_bonus": gettext_noop("Opened with %(tile)s: %(side)s, %(points)d more."),
    "opening_bonus_eggs": gettext_noop("Opened with %(tile)s: %(points)d more go to the eggs."),
    "burn": gettext_noop("%(side)s: exactly %(points)d burns to 0."),
    "early_win": gettext_noop("%(seat)s: last move %(tile)s, an early win. The others stand at %(target)d."),
    "target": gettext_noop("%(side)s: %(total)d, the target of %(target)d is reached. The game is over."),
    "eggs_lost": gettext_noop("The game is over with eggs waiting: %(eggs)d are lost."),
    "stopped": gettext_noop("The hand was broken off: nothing is written."),
    "out_others": gettext_noop("Out: %(side)s. The other hands together: %(sum)s."),
    "fish_lowest": gettext_noop("Fish. Lowest hand: %(side)s, %(hand)d. Written: %(sum)s."),
    "lowest_hand": gettext_noop("Fish. Lowest hand: %(side)s, %(hand)d."),
    "lowest_tie_void": gettext_noop("Equal lowest hands, %(hand)d each: %(sides)s. Nothing is written."),
    "lowest_tie_eggs": gettext_noop("Equal lowest hands, %(hand)d each: %(sides)s. Eggs: %(sum)s."),
    "out_points": gettext_noop("For going out: %(side)s, %(points)d."),
    "fish_points": gettext_noop("For the fish: %(side)s, %(points)d."),
    "only_without_double": gettext_noop("Fish. The only hand without a double: %(side)s."),
    "lowest_double": gettext_noop("Fish. A double in every hand, the lowest is %(tile)s: %(side)s."),
    "ends": gettext_noop("Open ends %(ends)d give %(points)d: %(side)s."),
    "ends_nothing": gettext_noop("Open ends %(ends)d give nothing: %(side)s."),
    "double_heading": gettext_noop("Both ends alike give %(points)d: %(side)s."),
    "triple_heading": gettext_noop("Both ends alike, one a crosswise double, give %(points)d: %(side)s."),
    "void_after": gettext_noop("The target was reached in play: what came after it in this hand is void."),
    "columns_won": gettext_noop("%(side)s: won %(won)d, penalty %(penalty)d."),
    "hand_won": gettext_noop("Hand won: %(side)s. Of the losers %(sum)s, less own %(own)d: %(points)d is written."),
    "equal_columns": gettext_noop("Equal in both columns: %(sides)s. Nothing is written."),
    "hand_taken": gettext_noop("Hand won: %(sides)s."),
    "failed_draw": gettext_noop("Drawn tile did not fit: %(side)s, penalty %(points)d."),
    "move": gettext_noop("Move: %(side)s, prize %(points)d."),
    "multi_move": gettext_noop("Double or triple move: %(side)s, prize %(points)d."),
    "stopped_plays_count": gettext_noop("The hand was broken off: its plays count, nobody wins it."),
    "won": gettext_noop("Won: %(side)s."),
    "drawn": gettext_noop("A draw."),
    "how_captured": gettext_noop("All pieces captured."),
    "how_blocked": gettext_noop("All pieces blocked."),
    "how_resigned": gettext_noop("Resigned."),
    "how_time": gettext_noop("On time."),
    "how_king_v_king": gettext_noop("King against king."),
    "how_two_kings_main_road": gettext_noop("Two kings against a king on the main road."),
    "how_agreed": gettext_noop("By agreement."),
    # a judge's word, a redeal
    "judge_points": gettext_noop("Judge: %(side)s %(signed)s."),
    "judge_warning": gettext_noop("Judge: a warning, %(side)s."),
    "judge_forfeit": gettext_noop("Judge: the game is forfeited by %(side)s."),
    "judge_stop": gettext_noop("Time: the game ends as it stands."),
    "reason": gettext_noop("Reason: %(text)s"),
    "redeal_doubles": gettext_noop("Redeal, too many doubles: %(side)s."),
    "redeal_suit": gettext_noop("Redeal, too many tiles of one suit: %(side)s."),
    "redeal_other": gettext_noop("Redeal: %(side)s."),
    # doubts
    "doubt_early_win": gettext_noop("%(seat)s: was %(tiles)s the last tile? That would be an early win."),
    "doubt_early_win_either": gettext_noop("%(seat)s: was 6-6 or 0-0 the last tile? That would be an early win."),
    "doubt_too_many_ends": gettext_noop(
        "The numbers %(numbers)s stand at an odd number of places, more than there can be. Look again at %(tiles)s."
    ),
    "doubt_odd_in_hands": gettext_noop(
        "The numbers %(numbers)s stand an odd number of times in the hands, too many. Look again at %(tiles)s."
    ),
    "doubt_apart": gettext_noop("The tiles on the table do not hang together: %(tiles)s."),
    "doubt_no_house": gettext_noop(
        "Four open ends, %(numbers)s, but no house that they could start from. Look again at %(tiles)s."
    ),
    "doubt_last": gettext_noop(
        "The last move lies at no end: %(tiles)s. The ends show %(numbers)s. Look again at it and at the hands."
    ),
    "doubt_fits": gettext_noop("No fish: %(numbers)s is open and fits %(tiles)s. Look again at these."),
    "doubt_too_many_left": gettext_noop("%(count)d tiles in the hands, but a blocked line leaves %(most)d at most."),
    "doubt_not_closed": gettext_noop("No fish: an end is open that no double closes. Look again at %(tiles)s."),
    "doubt_every_number": gettext_noop("No fish: every number is in the hands. Look again at %(tiles)s."),
    "doubt_reserve": gettext_noop("No fish while the reserve holds tiles that would be drawn: %(tiles)s."),
    "doubt_opening_tile": gettext_noop("%(tiles)s opened the hand and can be in no hand now."),
    "doubt_sixes": gettext_noop("More than two sixes are left, but each first move was a six. Look at %(tiles)s."),
    # what the table must show
    "ends_show": gettext_noop("The ends must show %(first)d and %(second)d."),
    "ends_equal": gettext_noop("Both ends must show the same number."),
    "odd_places": gettext_noop("Each of these stands at an odd number of places: %(numbers)s. The rest pair up."),
    "all_pair_up": gettext_noop("Every number must pair up on the table."),
    # faults of facts
    "no_such_tile": gettext_noop("There is no tile “%(text)s”: write two numbers from 0 to 6, like 6-4."),
    "no_such_variant": gettext_noop("There is no variant “%(text)s”."),
    "no_such_option": gettext_noop("There is no option “%(option)s” in this variant."),
    "option_boolean": gettext_noop("Option %(option)s: true or false is wanted, not %(text)s."),
    "option_integer": gettext_noop("Option %(option)s: a whole number is wanted, not %(text)s."),
    "option_range": gettext_noop("Option %(option)s: %(text)s is not from %(low)d to %(high)d."),
    "option_choice": gettext_noop("Option %(option)s: %(text)s is none of %(choices)s."),
    "burn_below_target": gettext_noop("Burning at %(burn_at)d must be below the target of %(target)d."),
    "unreadable": gettext_noop("This file cannot be read: %(text)s"),
    "no_games": gettext_noop("There is no game in this file."),
    "not_json": gettext_noop("This is not JSON: %(text)s"),
    "not_an_object": gettext_noop("An object is wanted here, not %(text)s."),
    "not_a_list": gettext_noop("“%(key)s” must be a list, not %(text)s."),
    "not_a_mapping": gettext_noop("“%(key)s” must be an object, not %(text)s."),
    "unknown_key": gettext_noop("“%(key)s” is not known here."),
    "key_twice": gettext_noop("“%(key)s” is there twice."),
    "missing_key": gettext_noop("“%(key)s” is missing."),
    "bad_format": gettext_noop("“format” must be “%(wanted)s”, not %(text)s."),
    "bad_name": gettext_noop("A seat's name must be a text that is not blank, not %(text)s."),
    "name_twice": gettext_noop("The name “%(text)s” stands at two seats."),
    "seats_of_pairs": gettext_noop("This game is for two pairs: four seats are wanted, not %(count)d."),
    "seats_range": gettext_noop("This game is for %(low)d to %(high)d players, not %(count)d."),
    "hand_kind": gettext_noop("A hand has “end”, or it is a judge's entry, a redeal or a result: exactly one of them."),
    "after_the_end": gettext_noop("The game was over before this."),
    "bad_end": gettext_noop("“end” is out, fish or stopped, not %(text)s."),
    "no_such_seat": gettext_noop("There is no seat %(text)s: seats are numbered from 0 to %(last)d."),
    "no_such_side": gettext_noop("There is no side %(text)s: sides are 0 and up to %(last)d."),
    "out_needs_by": gettext_noop("Who went out? “by” must name the seat."),
    "stopped_has_no_by": gettext_noop("A hand that was broken off has no “by”."),
    "tile_twice": gettext_noop("The tile %(tile)s is written down twice."),
    "tile_twice_at": gettext_noop("%(seat)s: the tile %(tile)s is written down twice."),
    "no_such_tile_at": gettext_noop("%(seat)s: there is no tile “%(text)s”: write two numbers from 0 to 6, like 6-4."),
    "out_holds": gettext_noop("%(seat)s went out, but still holds tiles."),
    "holds_none": gettext_noop("%(seat)s holds no tile, but the hand did not end by that."),
    "too_many_tiles": gettext_noop("%(seat)s: %(count)d tiles, but no hand has more than 7."),
    "left_and_pips": gettext_noop("%(seat)s: give the tiles or the pips, not both."),
    "bad_pips": gettext_noop("%(seat)s: pips must be a whole number from 1, not %(text)s."),
    "too_many_pips": gettext_noop("%(pips)d pips are more than the %(rest)d that the other tiles have."),
    "hand_missing": gettext_noop("%(seat)s: the hand is missing; this rule counts it."),
    "empty_last": gettext_noop("“last” names no tile: leave it out where it is not known."),
    "last_not_doubles": gettext_noop("Several tiles in the last move must all be doubles, not %(tiles)s."),
    "no_plays": gettext_noop("This game has no scoring events during a hand."),
    "empty_judge": gettext_noop("A judge's entry must say something."),
    "judge_item": gettext_noop("A judge's item is points, a warning or a forfeit of one seat or side, or a stop."),
    "judge_side": gettext_noop("Name one seat or one side, not both and not none."),
    "judge_number": gettext_noop("A judge's points must be a whole number other than 0, up to %(most)d, not %(text)s."),
    "must_be_true": gettext_noop("“%(key)s” can only be true, not %(text)s."),
    "bad_stop": gettext_noop("“stop” can only be “time”, not %(text)s."),
    "bad_reason": gettext_noop("A reason must be a text, not %(text)s."),
    "bad_why": gettext_noop("A redeal's “why” is doubles, suit or other, not %(text)s."),
    "bad_ends": gettext_noop("%(seat)s: open ends of %(text)s are not possible: 0 to 18, 20 or 22."),
    "no_such_event": gettext_noop("%(seat)s: there is no event “%(text)s” in this game, only %(events)s."),
    "event_once": gettext_noop("%(seat)s: the event “%(text)s” has no count."),
    "bad_count": gettext_noop("%(seat)s: a count must be a whole number from 1 to %(most)d, not %(text)s."),
    "nothing_to_offset": gettext_noop("%(seat)s: there is nothing to set off."),
    "offset_too_large": gettext_noop("%(seat)s: %(count)d cannot be set off, at most %(most)d."),
    "second_first_double": gettext_noop("%(seat)s: the first double of this hand was already laid."),
    "tiles_wanted": gettext_noop("%(seat)s: the tiles themselves are needed here, pips are not enough."),
    "last_too_many": gettext_noop("At most three tiles in the last move, not %(tiles)s."),
    "first_is_double_six": gettext_noop("This game is opened with 6-6, not %(tile)s."),
    "result_alone": gettext_noop("This game is recorded by its result; a judge may warn, forfeit or stop it."),
    "no_points": gettext_noop("This game has no points that a judge could add to."),
    "bad_column": gettext_noop("“column” is one of %(columns)s, not %(text)s."),
    "bad_how": gettext_noop("“how” is one of %(possible)s, not %(text)s."),
    "no_result": gettext_noop("This game is not recorded by its result alone."),
}

EVENTS: dict[str, str] = {
    "double_heading": gettext_noop("both ends alike"),
    "triple_heading": gettext_noop("both ends alike, one a crosswise double"),
    "scoring_move": gettext_noop("scoring move"),
    "scoring_double": gettext_noop("scoring double"),
    "first_double": gettext_noop("first double"),
    "lucky_draw": gettext_noop("lucky draw"),
    "unlucky_draw": gettext_noop("unlucky draw"),
    "offset": gettext_noop("set off"),
    "failed_draw": gettext_noop("drawn tile did not fit"),
    "move": gettext_noop("move"),
    "multi_move": gettext_noop("double or triple move"),
}
"""The named events of all variants, as one calls them."""

COLUMNS: dict[str, str] = {
    "won": gettext_noop("won (points)"),
    "penalty": gettext_noop("penalty"),
    "hands_won": gettext_noop("hands won"),
    "prize": gettext_noop("prize"),
}
"""The numbers that variants keep beside the account."""


def side_names(seats: Sequence[str], sides: int) -> tuple[str, ...]:
    """The name of each side: its seat's, or both names of a pair.

    >>> side_names(("Anna", "Boris", "Vera", "Gleb"), 2)
    ('Anna / Vera', 'Boris / Gleb')
    """
    if sides == len(seats):
        return tuple(seats)
    return tuple(" / ".join(seats[side::sides]) for side in range(sides))


def render(
    note: Note,
    seats: Sequence[str],
    sides: Sequence[str] | None = None,
    translate: Callable[[str], str] = gettext_noop,
) -> str:
    """The sentence of a note. `seats` are the seats' names, `sides` the sides' (by default the same)."""
    code, params = note
    words = dict(params)
    named = seats if sides is None else sides
    if "seat" in words:
        words["seat"] = seats[words["seat"]]
    if "side" in words:
        words["side"] = named[words["side"]]
    if "sides" in words:
        words["sides"] = ", ".join([named[side] for side in words["sides"]])
    return translate(PHRASES[code]) % words
