"""`tricorn play`: whole games typed in, saved, taken up again; and what each player gets to see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cheating import played
from tests.cli.conftest import GOLDEN, Done, Run

from tricorn.game import Game, check_record
from tricorn.record import Drew, Placed, parse_record
from tricorn.tiles import Tile

# The first placement if there is one, else a draw, else a pass: where one draws until a tile matches,
# one of the three is legal, and the other two are refused and asked again.
FIRST_MOVE = "1\nd\np\n"
FIRST_ROUND = FIRST_MOVE * 12  # with --seed 22
WHOLE_GAME = FIRST_MOVE * 2000
PAGE = "-" * 60


def pages(done: Done) -> list[str]:
    """What was printed, screen by screen."""
    return done.out.split(PAGE)


def without_date(text: str) -> str:
    return re.sub(r"^date .*\n", "", text, flags=re.MULTILINE)


def test_a_whole_game_can_be_played_by_its_numbers(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 7, "--save", path, typed=WHOLE_GAME)
    assert (done.code, done.err) == (0, "")
    game = check_record(path.read_text())
    assert game is not None
    outcome = game.outcome()
    assert outcome is not None
    assert f"the game: {outcome.reason}." in done.out
    assert done.out.count("Enter for the next round") == game.rounds - 1
    assert all(str(score) in pages(done)[-1] for score in outcome.scores)


@pytest.mark.parametrize("edition", ["spanish", "wooden", "goliath"])
def test_other_editions_bots_and_house_rules_are_played_too(tricorn: Run, tmp_path: Path, edition: str) -> None:
    path = tmp_path / "game.tri"
    args = (
        "--edition",
        edition,
        "--rule",
        "target=60",
        "--rule",
        "bridge=10",
        "--players",
        3,
        "--bot",
        "random",
    )
    done = tricorn("play", *args, "--seed", 1, "--save", path, typed=WHOLE_GAME)
    assert (done.code, done.err) == (0, "")
    record = parse_record(path.read_text())
    assert (record.edition.id, record.edition.target, record.edition.bridge) == (edition, 60, 10)
    assert record.names == ("Player A", "Random B", "Random C")
    assert ("bots", "B random C random") in record.keys
    assert str(record).endswith(("winner A\n", "winner B\n", "winner C\n"))


def test_bots_play_alone_without_input(tricorn: Run) -> None:
    done = tricorn("play", "--seats", "greedy,Bo=random", "--seed", 3)
    assert (done.code, done.err) == (0, "")
    assert "Greedy placed" in done.out
    assert " wins the game: " in done.out


def test_the_same_seed_gives_the_same_game(tricorn: Run, tmp_path: Path) -> None:
    for name in ("one.tri", "two.tri"):
        tricorn("play", "--bot", "random", "--seed", 5, "--save", tmp_path / name, typed=FIRST_MOVE * 9)
    one, two = (without_date((tmp_path / name).read_text()) for name in ("one.tri", "two.tri"))
    assert one == two


def test_a_game_left_and_resumed_ends_as_if_never_left(tricorn: Run, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.tri", tmp_path / "parts.tri"
    command = ("play", "--bot", "random", "--rule", "target=200", "--seed", 9)
    tricorn(*command, "--save", whole, typed=WHOLE_GAME)
    done = tricorn(*command, "--save", parts, typed=FIRST_MOVE * 4)
    assert f"The game is saved in {parts}; continue with: tricorn play --resume {parts}" in done.out
    for _ in range(400):
        done = tricorn("play", "--resume", parts, typed=FIRST_MOVE * 11)
        assert (done.code, done.err) == (0, "")
        if "the game: " in done.out:
            break
    assert without_date(parts.read_text()) == without_date(whole.read_text())


def test_a_finished_game_resumed_shows_its_result(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    path.write_bytes((GOLDEN / "classic-2p.tri").read_bytes())
    done = tricorn("play", "--resume", path)
    assert done.code == 0
    assert " the game: " in done.out
    assert path.read_bytes() == (GOLDEN / "classic-2p.tri").read_bytes()


@pytest.mark.parametrize("length", [5, 7, 8, 9, 10, 11, 30, 60])
def test_a_record_cut_anywhere_can_be_resumed(tricorn: Run, tmp_path: Path, length: int) -> None:
    path = tmp_path / "cut.tri"
    lines = (GOLDEN / "deluxe-3p.tri").read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:length]))
    done = tricorn("play", "--resume", path, "--seats", "human,greedy,human", typed="\n1\n\n1\n" * 3)
    assert (done.code, done.err) == (0, "")
    assert check_record(path.read_text()) is not None
    assert "bots B greedy\n" in path.read_text()


@pytest.mark.parametrize("bots", ["B random", "none"])
def test_a_resumed_game_has_the_bots_of_its_record(tricorn: Run, tmp_path: Path, bots: str) -> None:
    path = tmp_path / "game.tri"
    path.write_text(f"tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nseed 5\nbots {bots}\n")
    done = tricorn("play", "--resume", path, typed="\n1\n")
    assert (done.code, done.err) == (0, "")
    assert f"\nbots {bots}\n" in path.read_text()
    assert ("Pass the keyboard to" in done.out) == (bots == "none")


def test_a_resumed_game_may_be_saved_elsewhere(tricorn: Run, tmp_path: Path) -> None:
    old, new = tmp_path / "old.tri", tmp_path / "new.tri"
    tricorn("play", "--seed", 2, "--save", old, typed="1\n")
    before = old.read_text()
    tricorn("play", "--resume", old, "--save", new, typed=FIRST_MOVE * 3)
    assert old.read_text() == before
    assert new.read_text().startswith(before)
    assert len(new.read_text()) > len(before)


def test_undo_goes_back_to_ones_last_turn(tricorn: Run, tmp_path: Path) -> None:
    plain, undone = tmp_path / "plain.tri", tmp_path / "undone.tri"
    tricorn("play", "--seed", 3, "--save", plain, typed="1\n1\nq\n")
    done = tricorn("play", "--seed", 3, "--save", undone, typed="1\n1\nu\n1\nq\n")
    assert without_date(undone.read_text()).replace("taken-back 1\n", "") == without_date(plain.read_text())
    screens = pages(done)
    assert screens[2].split("Your move")[0] == screens[4].split("Your move")[0]


def test_undo_goes_back_over_the_end_of_a_round(tricorn: Run, tmp_path: Path) -> None:
    path, undone = tmp_path / "game.tri", tmp_path / "undone.tri"
    done = tricorn("play", "--seed", 22, "--save", path, typed=FIRST_ROUND)
    typed, _ = done.out.split("Enter for the next round")
    answers = re.findall(r"\(h for help\): (.*)", typed)
    tricorn("play", "--seed", 22, "--save", undone, typed="\n".join([*answers, "", "u", "q"]) + "\n")
    game = Game.from_record(undone.read_text())
    assert game.rounds == 1
    assert without_date(path.read_text()).startswith(without_date(undone.read_text()).replace("taken-back 1\n", ""))


def test_there_is_nothing_to_undo_before_ones_first_move(tricorn: Run) -> None:
    done = tricorn("play", "--seats", "greedy,human", "--seed", 4, typed="u\n")
    assert "You have no move to take back." in done.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "'' is not understood; type 1, or h for help."),
        ("hello", "'hello' is not understood; type 1, or h for help."),
        ("2", "There is no placement 2; type 1, or h for help."),
        ("0", "There is no placement 0; type 1, or h for help."),
        ("d", "The round begins with the starting tile; nobody draws before it."),
        ("pass", "The round begins with the starting tile; nobody passes before it."),
        ("0,0^111", "1-1-1 is not in your rack."),
        ("0,0^054", "054 clockwise is tile 0-4-5 mirrored; a tile may be turned, but never turned over."),
        ("1-1-2", "1-1-2 is not among the tiles you can place."),
        ("save", "Save needs a file name, as in save evening.tri."),
        (
            "save /nowhere/game.tri",
            "The game could not be saved: /nowhere/game.tri: No such file or directory.",
        ),
        ("save \x1b", "A file name cannot have control characters."),
        ("\x1b[2J\udcff", r"'\x1b[2J\ufffd\ufffd\ufffd' is not understood; type 1, or h for help."),
    ],
)
def test_a_wrong_answer_gets_one_sentence_and_another_try(tricorn: Run, typed: str, said: str) -> None:
    done = tricorn("play", "--seed", 3, typed=f"{typed}\n".encode("utf-8", "surrogatepass"))
    assert (done.code, done.err) == (0, "")
    assert done.out.count("Your move") == 2
    answer = done.out.split("Your move (h for help): ")[1].split("\n", 1)[1]
    assert answer.strip().replace("�", r"\ufffd") == said


def test_a_refusal_addresses_the_player_as_you(tricorn: Run) -> None:
    done = tricorn("play", "--seed", 3, typed="1\nd\n")
    assert "You must place a tile, not draw: " in done.out


def test_a_move_may_be_typed_as_a_tile_or_as_in_a_record(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 3, "--save", path, typed="5-5-5\n0-5-5\n1,0^245\n")
    assert "0-5-5 fits in several places; choose 2 or 3." in done.out
    placed = [str(event) for event in parse_record(path.read_text()).events if isinstance(event, Placed)]
    assert placed[0] == "A 0,0^555 +25"
    assert placed[2] == "A 1,0^245 +11"


def test_the_turn_shows_the_rack_and_what_each_placement_scores(tricorn: Run) -> None:
    screen = pages(tricorn("play", "--seed", 3, typed="1\n"))[2]
    assert "You placed 5-5-5: 15 + 10 start = 25" in screen
    assert "Greedy placed 2-5-5: 12" in screen
    assert "  1  2-4-5 at 1,0^   11" in screen
    assert re.search(r"> You +25 +8 tiles\n  Greedy +12 +8 tiles\n  the pile +38 tiles", screen)
    assert "(2)/" in screen


def test_tiles_drawn_in_the_turn_stand_apart(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 22, "--save", path, typed=FIRST_ROUND)
    drew = next(event for event in parse_record(path.read_text()).events if isinstance(event, Drew) and event.seat == 0)
    screen = next(page for page in pages(done) if f"Drawn now  {drew.tile}" in page)
    assert f"You drew {drew.tile} (-5)" in screen
    assert str(drew.tile) not in screen.split("Your rack")[1].split("Drawn now")[0]


def test_a_bots_tiles_are_never_shown_before_the_round_is_over(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 11, "--save", path, typed=FIRST_MOVE * 3 + "s\nh\n")
    game = Game.from_record(path.read_text())
    mine = set(map(Tile.parse, re.findall(r"\d-\d-\d", done.out.split("In your turn")[0])))
    assert game.round is not None
    assert mine.isdisjoint(game.round.hand(1))
    assert mine.isdisjoint(tile for tile in game.round.well if tile is not None)


def test_help_rules_and_the_score_sheet_are_a_letter_away(tricorn: Run) -> None:
    done = tricorn("play", "--seed", 3, "--edition", "wooden", typed="h\nr\n1\n1\ns\n")
    assert "In your turn, type" in done.out
    assert "# Tricorn: the rules of `wooden`" in done.out
    sheet = pages(done)[-2]
    assert re.search(r"Round 1 +You +Greedy\n  5-5-5, start +\+25\n  2-5-5 {20,}\+12\n", sheet)
    assert re.search(r"this round +\+36 +\+23\ngame +36 +23\n", sheet)


def test_the_end_of_a_round_shows_the_hands_and_the_sum(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 22, "--save", path, typed=FIRST_ROUND)
    game = Game.from_record(path.read_text())
    ends = [str(event) for event in game.events if str(event).startswith(("out", "blocked"))]
    screens = [page for page in pages(done) if "in the other hands" in page]
    assert len(screens) == len(ends) > 0
    for end, screen in zip(ends, screens, strict=True):
        sums = [int(figure) for figure in re.findall(r"\d-\d-\d = (\d+)\n", screen)]
        tiles = re.findall(r"\d-\d-\d", screen)
        assert sum(sums) == sum(Tile.parse(tile).sum for tile in tiles)
        assert f"= {end.split()[-1]}\n" in screen


def saved_in(done: Done) -> Path:
    """The file that a game or a sheet was said to be saved in."""
    found = re.search(r"is saved in (.*); continue with", done.out)
    assert found is not None
    return Path(found[1])


def test_a_game_saves_itself_and_is_resumed_without_its_name(tricorn: Run) -> None:
    first = saved_in(tricorn("play", "--seed", 3, typed="1\n1\nq\n"))
    assert first.read_text().count("\nA ") == 2
    again = tricorn("play", "--resume", typed="1\n")
    assert saved_in(again) == first
    assert first.read_text().count("\nA ") == 3
    other = saved_in(tricorn("play", "--seed", 4, typed="1\n"))
    assert other != first
    assert saved_in(tricorn("play", "--resume", typed="1\n")) == other


def test_the_latest_game_is_resumed_wherever_it_was_saved(tricorn: Run, tmp_path: Path) -> None:
    tricorn("play", "--seed", 4, typed="1\nq\n")
    elsewhere = tmp_path / "game.tri"
    tricorn("play", "--seed", 3, "--save", elsewhere, typed="1\nq\n")
    assert saved_in(tricorn("play", "--resume", typed="1\n")) == elsewhere.resolve()
    assert elsewhere.read_text().count("\nA ") == 2
    elsewhere.unlink()
    assert saved_in(tricorn("play", "--resume", typed="1\n")) != elsewhere


def test_a_hint_names_a_legal_move_and_why_and_is_counted_once_a_turn(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 3, "--save", path, typed="1\nhint\nhint\n1\nu\nq\n")
    assert re.search(r"Type \d+ to place \d-\d-\d: .*\. Your chance of winning: \d+ %\.", done.out)
    assert "\nhints 1\ntaken-back 1\nround 1\n" in path.read_text()
    several = tricorn("play", "--seats", "human,human", typed="\nhint\n")
    assert "There are no hints, because other people play here too." in several.out


def test_the_result_says_what_helped(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    tricorn("play", "--seed", 7, "--save", path, typed=WHOLE_GAME)
    path.write_text(path.read_text().replace("\nround 1\n", "\nhints 2\ntaken-back 1\nround 1\n"))
    assert "2 hints, 1 move taken back" in tricorn("play", "--resume", path).out


def test_drawing_until_one_fits_ends_with_a_tile_that_fits_or_the_end_of_draws(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    first_moves = "1\n" * 3
    assert "A tile fits already." in tricorn("play", "--seed", 3, typed="fit\n").out
    done = tricorn("play", "--seed", 3, "--save", path, typed=first_moves + "1\n" * 6)
    assert "None of your tiles fits." in done.out, "the test needs such a turn"
    before = Game.from_record(path.read_text())
    assert {str(move) for move in before.legal_moves()} == {"draw"}
    tricorn("play", "--resume", path, typed="f\n")
    after = Game.from_record(path.read_text())
    drawn = after.events[len(before.events) :]
    assert {str(event).split()[1] for event in drawn} == {"draw"}
    assert after.turn == before.turn
    assert "draw" not in {str(move) for move in after.legal_moves()}


def test_without_a_move_nothing_is_saved(tricorn: Run) -> None:
    for typed in ("q\n", ""):
        done = tricorn("play", "--seed", 3, typed=typed)
        assert (done.code, done.err) == (0, "")
        assert "saved in" not in done.out
    refused(tricorn("play", "--resume"), "--resume: nothing has been saved here yet; expected the name of a record")


def test_a_game_that_could_not_be_saved_is_offered_another_file(
    tricorn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "there.tri").write_text("something else")
    monkeypatch.setattr("tricorn.cli.terminal.autosave.data_folder", lambda: tmp_path / "there.tri")
    path = tmp_path / "late.tri"
    done = tricorn("play", "--seed", 3, typed=f"1\nq\n{tmp_path / 'there.tri'}\n{path}\n")
    assert "The game could not be saved: " in done.out
    assert "there is already a file" in done.out.lower()
    assert saved_in(done) == path
    assert check_record(path.read_text()) is not None
    assert (tmp_path / "there.tri").read_text() == "something else"


def test_saving_under_a_name_goes_on_after_every_move(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    tricorn("play", "--seed", 3, typed=f"save {path}\n1\n1\n")
    assert path.read_text().count("\nA ") == 2


def test_without_a_seed_one_is_drawn_and_put_on_record(tricorn: Run, tmp_path: Path) -> None:
    tricorn("play", "--save", tmp_path / "one.tri")
    tricorn("play", "--save", tmp_path / "two.tri")
    seeds = [dict(parse_record(path.read_text()).keys)["seed"] for path in tmp_path.iterdir()]
    assert len(set(seeds)) == 2
    assert all(seed.isdecimal() for seed in seeds)


# Several people at one keyboard.


def test_a_curtain_falls_between_two_people(tricorn: Run) -> None:
    done = tricorn("play", "--seats", "Ana=human,Bo=human", "--seed", 3, typed="\n1\n" * 8)
    racks = [re.findall(r"(\w+)'s rack|Pass the keyboard to (\w+)", page) for page in pages(done)[1:-1]]
    shown = [(rack, curtain) for page in racks for rack, curtain in page]
    assert len(racks) == len(shown) > 8  # a page has a rack or a curtain, never both, never two racks
    for (_, curtain), (rack, _) in zip(shown[::2], shown[1::2], strict=False):
        assert curtain == rack
        assert curtain in ("Ana", "Bo")


def test_no_page_shows_a_tile_of_somebody_elses_rack(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    typed = "\n1\n" * 4
    done = tricorn("play", "--seats", "Ana=human,Bo=human", "--seed", 3, "--save", path, typed=typed)
    game = Game.from_record(path.read_text())
    assert game.round is not None
    kept = {"Ana": game.round.hand(0), "Bo": game.round.hand(1)}
    for page in pages(done)[1:]:
        seen = set(map(Tile.parse, re.findall(r"\b\d-\d-\d\b", page)))
        for name, hand in kept.items():
            if f"{name}'s rack" not in page:
                assert seen.isdisjoint(hand)


def test_undo_before_another_person_draws_the_curtain_again(tricorn: Run) -> None:
    done = tricorn("play", "--seats", "Ana=human,Bo=human", "--seed", 3, typed="\n1\n\nu\n\n")
    curtains = re.findall(r"Pass the keyboard to (\w+)", done.out)
    assert curtains == ["Ana", "Bo", "Ana"]


def test_the_keyboard_need_not_be_passed_to_oneself(tricorn: Run) -> None:
    done = tricorn("play", "--seats", "Ana=human,Bo=human", "--seed", 3, typed="\nh\ns\n")
    assert done.out.count("Pass the keyboard") == 1


# Files that are refused.


def refused(done: Done, said: str) -> None:
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("tricorn: ")
    assert done.err.count("\n") == 1
    assert said in done.err


def test_a_file_that_cannot_be_written_is_known_at_once(tricorn: Run, tmp_path: Path) -> None:
    refused(tricorn("play", "--save", tmp_path / "no" / "game.tri"), f"{tmp_path / 'no' / 'game.tri'}: No such")
    refused(tricorn("play", "--save", tmp_path), f"{tmp_path}: Is a directory")
    assert list(tmp_path.iterdir()) == []


def test_another_game_is_not_written_over(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    tricorn("play", "--seed", 1, "--save", path)
    before = path.read_text()
    refused(tricorn("play", "--seed", 2, "--save", path), "the file exists already; choose a new name, or use --resume")
    assert path.read_text() == before


def test_an_empty_file_may_be_saved_to(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    path.touch()
    assert tricorn("play", "--save", path).code == 0
    assert path.read_text().startswith("tricorn 1\n")


def test_what_cannot_be_resumed_is_refused(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    refused(tricorn("play", "--resume", path), f"{path}: No such file or directory; expected a game record")
    refused(tricorn("play", "--resume", "-"), "--resume -: expected a file")
    path.write_text("tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nround 1\nA 0,0^444 +22\n")
    refused(tricorn("play", "--resume", path), "expected a record with every hand and the well")
    path.write_text("".join(played().record().splitlines(keepends=True)[:20]))
    refused(tricorn("play", "--resume", path), "only the server has the secrets of its next deals")
    path.write_text("tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nbots C medium\n")
    refused(tricorn("play", "--resume", path), "the key bots is written like B medium C hard, or none, not 'C medium'")
    path.write_text("tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nbots B deep\n")
    refused(tricorn("play", "--resume", path), "no bot 'deep'")
    refused(tricorn("play", "--resume", path, "--players", 2), "--players: not allowed with --resume")
    refused(tricorn("play", "--resume", path, "--preset", "family"), "--preset: not allowed with --resume")
    refused(tricorn("play", "--resume", path, "--seats", "human"), "has 2 players; expected human or a bot for each")


def test_a_preset_is_recorded_as_its_edition_and_rules_and_rules_change_it(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    tricorn("play", "--preset", "family", "--rule", "target=300", "--save", path)
    assert path.read_text().splitlines()[1] == "edition pressman-classic target=300 draw_limit=3"


def test_a_wrong_record_is_not_resumed(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    path.write_text((GOLDEN / "classic-2p.tri").read_text().replace("winner", "victor"))
    done = tricorn("play", "--resume", path)
    assert (done.code, done.out) == (1, "")
    assert re.fullmatch(rf"tricorn: {path}:\d+: expected .*, found 'victor .'\n", done.err)


def test_a_disk_that_fills_up_does_not_end_the_game(
    tricorn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("tricorn.cli.terminal.autosave.write_atomically", full)
    path = tmp_path / "game.tri"
    done = tricorn("play", "--seed", 3, "--save", path, typed="1\n1\nq\n\n")
    assert done.out.count(f"The game could not be saved: {path}: No space left on device.") == 2
    assert (done.code, done.err.count("\n")) == (2, 1)
