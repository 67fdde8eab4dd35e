"""A review as lines of text for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tricorn.analysis.as_data import line_of
from tricorn.analysis.review import Choice, PlayerReview, Review, Share
from tricorn.analysis.skill_level import nearest_level
from tricorn.bots.values import MoveValue
from tricorn.locales.i18n import Translator
from tricorn.wording import Say

__all__ = ["account_text", "error_title", "extent_text", "figure_rows", "move_text", "review_text"]

_COLUMN_WIDTH = 14
_LABEL_WIDTH = 34


def review_text(review: Review, translator: Translator) -> Iterator[str]:
    """The figures of the players, the account, and the errors with the better moves."""
    yield from extent_text(review, translator.gettext)
    for label, cells in figure_rows(review, translator.gettext):
        yield _row(label, cells)
    yield ""
    yield from account_text(review, translator)
    yield ""
    yield from _errors(review, translator)


def extent_text(review: Review, say: Say) -> Iterator[str]:
    """Sentences that say which moves were reviewed, unless all were."""
    if not review.is_complete:
        template = say(
            "Only the first {reviewed} of {moves} moves were reviewed, and the figures are those of these moves."
        )
        yield template.format(reviewed=review.reviewed_moves, moves=review.moves)
        yield say("The command tricorn review reviews all of them.")


def _row(label: str, cells: list[str]) -> str:
    return f"{label:<{_LABEL_WIDTH}}" + "".join(f"{cell[: _COLUMN_WIDTH - 1]:>{_COLUMN_WIDTH}}" for cell in cells)


def _percent(figure: float | None, signed: bool = False) -> str:
    return "-" if figure is None else f"{100 * figure:{'+' if signed else ''}.1f} %"


def figure_rows(review: Review, say: Say) -> Iterator[tuple[str, list[str]]]:
    """The rows of a table, each a label and a cell per player; the first row has the names."""
    rows: list[tuple[str, Callable[[PlayerReview], str]]] = [
        ("", lambda player: player.name),
        (say("Score"), lambda player: str(player.score)),
        (say("Real choices"), lambda player: str(player.choices)),
        (say("Mean loss per choice"), lambda player: _precise_percent(player.error_rate)),
        (say("Loses about as much as"), lambda player: nearest_level(player.error_rate, player.choices) or "-"),
        (say("Accuracy"), lambda player: _percent(player.accuracy)),
        (say("Inaccuracies"), lambda player: str(player.grades["inaccuracy"])),
        (say("Mistakes"), lambda player: str(player.grades["mistake"])),
        (say("Blunders"), lambda player: str(player.grades["blunder"])),
    ]
    for label, cell in rows:
        yield label, [cell(player) for player in review.players]


def _precise_percent(figure: float | None) -> str:
    return "-" if figure is None else f"{100 * figure:.2f} %"


def account_text(review: Review, translator: Translator) -> Iterator[str]:
    """The account in chance of winning and in points, with a conclusion."""
    say = translator.gettext
    accounts = [player.account for player in review.players if player.account is not None]
    if not accounts:
        yield _why_no_account(review, say)
        return
    yield say("The account, in chance of winning")
    yield from _share_rows([account.chance for account in accounts], lambda x: f"{100 * x:+.2f} %", say)
    yield ""
    yield say("The account, in points ahead of the others")
    yield from _share_rows([account.points for account in accounts], lambda x: f"{x:+.2f}", say)
    yield ""
    assert review.winner is not None
    yield _verdict(review, accounts[review.winner].chance, say)
    leads = [account.points.result - account.points.luck for account in accounts]
    first = max(range(len(leads)), key=lambda seat: leads[seat])
    template = say("Without luck, {name} would have been ahead of the others by {points} points.")
    yield template.format(name=review.players[first].name, points=f"{leads[first]:.0f}")


def _share_rows(shares: list[Share], format_figure: Callable[[float], str], say: Say) -> Iterator[str]:
    rows: list[tuple[str, Callable[[Share], float]]] = [
        (say("Even chances"), lambda share: share.par),
        (say("Luck"), lambda share: share.luck),
        (say("Errors, own and others'"), lambda share: share.errors),
        (say("What could not be known"), lambda share: share.unknown),
        (say("Result"), lambda share: share.result),
    ]
    for label, figure in rows:
        yield _row(f"  {label}", [format_figure(figure(share)) for share in shares])


def _verdict(review: Review, share: Share, say: Say) -> str:
    """A sentence that says how much of a win was luck."""
    assert review.winner is not None
    name, luck = review.players[review.winner].name, share.luck / (share.result - share.par)
    if luck > 0:
        return say("{name} won; {share} of the way there was luck.").format(name=name, share=f"{100 * luck:.0f} %")
    return say("{name} won against the luck of the tiles.").format(name=name)


def _why_no_account(review: Review, say: Say) -> str:
    if not review.is_complete:
        return say("There is no account, because not all moves were reviewed.")
    if review.unreviewed_choices or review.unreviewed_luck:
        return say("There is no account, because the record does not have all hands and cells.")
    return say("There is no account, because nobody has won this game.")


def _errors(review: Review, translator: Translator) -> Iterator[str]:
    say, say_n = translator.gettext, translator.ngettext
    if review.unreviewed_choices:
        template = say_n(
            "{n} move cannot be judged, because hands or cells are not known.",
            "{n} moves cannot be judged, because hands or cells are not known.",
            review.unreviewed_choices,
        )
        yield template.format(n=review.unreviewed_choices)
    if not review.choices:
        yield say("No real choice was judged.")
    elif not review.errors:
        yield say("No errors were found.")
    for choice in review.errors:
        yield from _error(review, choice, translator)


def _error(review: Review, choice: Choice, translator: Translator) -> Iterator[str]:
    say = translator.gettext
    yield error_title(review, choice, translator)
    for label, value in ((say("Played"), choice.played), (say("Better"), choice.best)):
        yield f"  {move_text(label, value, translator)}"


def move_text(label: str, value: MoveValue, translator: Translator) -> str:
    """A move with its chance of winning and its reasons."""
    reasons = "; ".join(reason.words(translator) for reason in value.reasons)
    return f"{label}: {value.move} ({100 * value.chance:.1f} %) {reasons}".rstrip()


def error_title(review: Review, choice: Choice, translator: Translator) -> str:
    """A heading for an error: the line, the player, the move, and how much it lost."""
    say = translator.gettext
    grades = {"inaccuracy": say("inaccuracy"), "mistake": say("mistake"), "blunder": say("blunder")}
    assert choice.grade is not None
    template = say("line {line}, round {round}: {name} played {move}, {grade}, {loss} ± {error} %")
    return template.format(
        line=line_of(review, choice.event),
        round=choice.round,
        name=review.players[choice.seat].name,
        move=choice.played.move,
        grade=grades[choice.grade],
        loss=f"-{100 * choice.loss:.1f}",
        error=f"{100 * choice.played.loss_error:.1f}",
    )
