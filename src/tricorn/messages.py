"""Every message of an error or a reason, as an English template with named fields.

An error carries a `Message` and its parameters. They become text where a person reads it, in the reader's language: a
catalogue in `locales/` translates the template.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import cache, reduce
from string import Formatter

from tricorn.wording import ENGLISH, Wording

__all__ = ["Message", "Phrase", "either", "listed", "words_of"]


class Message(Enum):
    """A template, or two if it depends on `count`: for one, and for any other number.

    Calling a message with its parameters gives a phrase.

    >>> Message.WELL_HOLDS(count=1)
    '1 tile in the well'
    """

    # Tiles, cells and moves as text.
    TILE_NUMBERS = "a tile is three numbers 0-5 in ascending order, not {numbers}"
    TILE_WRITTEN = "a tile is written like 1-2-4, not {text}"
    TILE_ASCENDING = "a tile is written in ascending order, not {text}"
    TILE_HOLDS = "a tile holds three numbers 0-5, not {numbers}"
    CELL_WRITTEN = "a cell is written like 0,-1v or 2,3^, not {text}"
    PLACEMENT_WRITTEN = "a placement is a cell and three numbers like 0,-1v144, not {text}"
    MOVE_WRITTEN = "a move is draw, pass or a placement like 0,-1v144, not {text}"
    NUMBERS_MIRRORED = "{numbers} clockwise is tile {tile} mirrored; a tile may be turned, but never turned over (R1)"

    # Editions and house rules.
    NO_EDITION = "there is no edition {text}; choose one of {editions}"
    NO_HOUSE_RULE = "there is no house rule {text}; choose one of {rules}"
    HOUSE_RULE_WRITTEN = "a house rule is written key=value, not {text}"
    HOUSE_RULE_TWICE = "the house rule {rule} is given twice; give it once"
    RULE_TAKES_NUMBER = "{rule} takes a whole number from {low} to {high}, not {text}"
    RULE_TAKES_NUMBER_OR_NONE = "{rule} takes none or a whole number from {low} to {high}, not {text}"
    RULE_TAKES_FIGURES = "{rule} takes {figures} numbers separated by /, not {text}"
    RULE_TAKES_RANGE = "{rule} takes a range within 2-{most}, such as 2-4, not {text}"
    RULE_TAKES_WORD = "{rule} takes {words}, not {text}"
    DEALS_TOO_MANY = "{rules} deals {tiles} tiles to {players} players; there are only {all}"
    NO_DEAL_FOR = "{rules} has no number for {players} players; it needs one for each number of players from 2 up"
    HEAD_START_WINS = "{rules} must stay below the target of {target}"
    HEAD_START_FOR = "{rules} has points for more seats than there are players, {players}"
    WRONG_NUMBER_OF_PLAYERS = "{edition} is for {low} to {high} players, not {players}"

    # Moves that the rules do not allow.
    GAME_OVER = "the game is over"
    ROUND_OVER = "the round is over; deal the next one"
    NOBODY_ON_TURN = "nobody is on turn yet"
    OUT_OF_TURN = "it is {turn}'s turn, not {seat}'s"
    NO_SEAT = "there is no seat {seat} among {players} players"
    ON_TABLE_ALREADY = "{tile} is not in {seat}'s hand: it is already on the table"
    NOT_IN_HAND = "{tile} is not in {seat}'s hand"
    OTHER_MUST_START = "{holder} must start with {top}, not {seat} with {tile} (R5)"
    MUST_START_WITH = "{seat} must start with {top}, not with {tile} (R5)"
    FIRST_TILE_TOO_FAR = "the first tile goes near 0,0^, not on {cell}"
    CELL_FILLED = "cell {cell} already holds a tile"
    NO_SIDE_TOUCHES = "no tile on the table shares a side with {cell} (R2)"
    CORNER_MEETS = "{place}: its corner {number} would meet {there} (R2)"
    MIRRORED = "{place}: this is tile {tile} mirrored; a tile is never turned over (R1)"
    NO_DRAW_BEFORE_START = "the round begins with the starting tile; nobody draws before it"
    NO_PASS_BEFORE_START = "the round begins with the starting tile; nobody passes before it"
    WELL_EMPTY = "the pile is empty"
    DRAW_LIMIT = (
        "no more than {count} tile may be drawn in a turn (R8)",
        "no more than {count} tiles may be drawn in a turn (R8)",
    )
    MUST_PLACE_NOT_DRAW = "{seat} must place a tile, not draw: {move} is possible (R6)"
    MUST_PLACE_NOT_PASS = "{seat} must place a tile, not pass: {move} is possible (R6)"
    MUST_DRAW_NOT_PASS = (
        "{seat} must draw before passing: {count} tile is left in the pile",
        "{seat} must draw before passing: {count} tiles are left in the pile",
    )
    WAS_IN_HAND = "{seat} must place a tile, not draw: {what} was in hand (R6)"
    PLACED_TOO_LATE = "{seat} should have placed {what} earlier (R6, R14)"
    FITS_NOWHERE = "{what} fits nowhere on the table (R2)"
    TOO_FEW_TILES = "{bonus}: at least {needed} tiles must be on the table before, not {count}"
    NO_BRIDGE_BEFORE = "{bonus}: there must be a bridge before, and this round has none"
    FIRST_TILE_UNNAMED = "the first tile of a round must be named, because a triple scores more than its sum"
    SUM_TOO_HIGH = "the sum of a tile is 15 at most, not {sum}"
    SUM_SEEN = "every tile with the sum {sum} has already been seen"
    SUM_NOT_IN_HAND = "no tile with the sum {sum} is in {seat}'s hand"
    HAND_UNKNOWN = "{seat}'s hand is not known, so the legal moves are not known either"
    CELL_UNKNOWN = "a tile's cell was not recorded, so the legal moves are not known"
    WELL_UNKNOWN = "the order of the well is not known, so nobody can draw here"
    HANDS_UNKNOWN = "the round is not over, or not all hands are known"

    # What was expected of an event, and what was found.
    LINE_REFUSED = "{line}: {reason}"
    LEGAL_MOVE = "a legal move"
    MISMATCH = "expected {expected}, found {found}"
    RECORD_MISMATCH = "line {line}: expected {expected}, found {found}"
    EITHER = "{one} or {other}"
    LISTED = "{one}, {other}"
    FROM_TO = "{low} to {high}"
    NONE = "none"
    NO_BONUS = "no bonus"
    TILE_WITH_SUM = "a tile with the sum {sum}"
    BONUS_FOR = "{bonuses} for {what}"
    BONUS_AT_CORNERS = "a bonus, as all three corners meet tiles"
    NO_BRIDGE_AT_SIDES = "no bridge, as {count} sides meet tiles"
    NO_BRIDGE_BESIDE = "no bonus, as no side meets a bridging tile (R15)"
    NO_BESIDE = "no bonus, as two sides earn none (R21)"
    DIFFERENT_TILES = "56 different tiles"
    TILE_TWICE = "{tile} twice"
    EACH_TILE_ONCE = "each tile once"
    DEALS_FIRST = "deals before the well and the first tile"
    ONE_DEAL_PER_SEAT = "one deal per seat, in seat order"
    ONE_WELL = "one well, before the first tile"
    NO_STARTS = "no such line, as the tiles decide who starts (R5)"
    ONE_STARTS = "one line that says who starts, after the deal and before the first tile (R19)"
    TILES_FOR_PLAYERS = "{count} tiles for {players} players"
    WELL_HOLDS = "{count} tile in the well", "{count} tiles in the well"
    TILES = "{count} tile", "{count} tiles"
    TILE_NOT_SEEN = "a tile not seen before"
    NEXT_OF_WELL = "{tile}, the next tile in the well"
    NOTHING_IN_ROUND = "nothing more in this round"
    END_OF_ROUND = "the end of the round ({end})"
    NO_CLOCK = "no timeout, as this game has no clock"
    TIMEOUT_ON_ALL = "timeout on every line of a turn or on none (R14)"
    LEAST_WHEN_TIME_UP = "the placement that scores least, {points}, when time is up (R14)"
    PLACE_WHEN_TIME_UP = "a placement, as one is possible, when time is up (R14)"
    ANYWAY_IN_DEALT_ROUND = "no {anyway} in a round whose deal is recorded"
    RIGHT_WITHOUT_ANYWAY = "{line}, which is right without {anyway}"
    NOT_OVER = "a move, as the round is not over"
    NOTHING_LEFT_YET = "the end of the round before any tiles left in hands"
    ONE_LEFT_PER_SEAT = "at most one line of tiles left per seat, in seat order"
    LEFT_IS_KNOWN = "tiles left only for a hand that is not known from the deal"
    TILES_LEFT = "{count} tile left in {seat}'s hand", "{count} tiles left in {seat}'s hand"
    SUM_LEFT = "a sum from {low} to {high} left in {seat}'s hand"
    TILE_LEFT = "{tile} among the tiles left in {seat}'s hand"
    NOBODY_SCORES = "+0, as nobody won the round"
    POINTS_BETWEEN = "points from {low} to {high}"
    SEAT_OF_PLAYERS = "a seat in a game of {players} players"
    WINNER_WITH_TILES = "a winner with {count} tile", "a winner with {count} tiles"
    SEAT_WITH_TILES = "{seat} with {count}"
    FEWEST_POINTS_WIN = "the fewest points in hand for the winner"
    NO_TIE = "a winner, as no two hands can be equal in tiles and points (R10)"

    # The form of a record.
    FORMAT_LINE_FIRST = "{line}, with nothing before it"
    RECORD_SIZE = "a record of at most {size} MiB"
    LARGER = "a larger one"
    UTF8_TEXT = "UTF-8 text"
    BYTE = "byte {byte}"
    NOTHING = "nothing"
    END_OF_LINE = "the end of the line"
    END_OF_RECORD = "the end of the record"
    NO_CONTROLS = "no control characters"
    SINGLE_SPACES = "fields separated by single spaces, and no spaces at the ends"
    LINE_WRITTEN = "a seat or one of {words}"
    SEAT_LETTER = "a seat A to F"
    SEAT = "seat {seat}"
    POINTS_WRITTEN = "points like +9 or -5"
    PENALTY_WRITTEN = "a penalty like -5"
    SCORE_WRITTEN = "a score like 120 or -15"
    PLAY_WRITTEN = "a placement like 0,-1v144, a tile like 1-4-4, draw or pass"
    TILE_LIKE = "a tile like 1-2-4"
    TILE_SUM_WRITTEN = "a tile's sum like =9"
    SUM_WRITTEN = "a sum like =17"
    NUMBER_OF_TILES = "a number of tiles"
    ROUND_NUMBER = "the round's number"
    HASH_WRITTEN = "64 lower-case hexadecimal digits"
    EDITION_LINE = "an edition line"
    EDITION_AND_RULES = "an edition and its house rules"
    PLAYER_NAME = "a player's name"
    NAME_SPACES = "a name has single spaces, and none at its ends, not {text}"
    NAME_CONTROLS = "a name cannot have control characters: {text}"
    MAX_PLAYERS = "at most {most} players"
    PLAYERS_OF_GAME = "the players of the game"
    KEY_OR_ROUND = "a key in lower case with its value, or round 1"
    KEY_WRITTEN = "a key is a lower-case word that no other line begins with, not {text}"
    KEY_VALUE = "{key} takes a value on one line with single spaces, not {text}"

    # The order of a record's lines.
    ROUND_UNFINISHED = "the end of the previous round"
    SCORES_AFTER_ROUND = "scores after the end of a round"
    NO_WINNER_YET = "a winner only once the game is decided"
    NOTHING_AFTER_WINNER = "nothing after the winner"

    # Receipts, numbers and secrets of a deal.
    COMMITMENT_MISSING = "a commitment in the header: commit and 64 hexadecimal digits"
    RECEIPTS_FIRST = "receipts directly after the round's first line"
    ONE_RECEIPT_PER_SEAT = "one receipt per seat, in seat order"
    NUMBERS_FIRST = "numbers directly after the round's first line"
    ONE_NUMBER_PER_SEAT = "one number per seat, in seat order"
    NUMBER_WITH_RECEIPT = "a number of {seat} in round {number} whose receipt is {hash}"
    ONE_WITH_RECEIPT = "one whose receipt is {hash}"
    SECRET_OF_ROUND = "the secret of round {number}"
    ONE_SECRET_PER_ROUND = "one secret per round, after its scores"
    NO_SECRET_BEFORE = "no secret, as the previous round has none"
    SECRET_WITH_HASH = "a secret whose SHA-256 is {whose}, {hash}"
    ONE_WITH_HASH = "one whose SHA-256 is {hash}"
    COMMITMENT = "the commitment"
    SECRET_BEFORE = "the previous round's secret"
    DEALT_BY_SECRET = "round {number} dealt as its secret and numbers say, {line}"
    WELL_BY_SECRET = "round {number} dealt as its secret and numbers say, {tile} as tile {place} of the well"
    PLAYABLE_BY_SECRET = "plays that are legal in round {number} as its secret and numbers deal it"
    CHAIN_SEED = "the seed of a chain is 64 hexadecimal digits"
    CHAIN_ROUND = "a chain has the secrets of rounds 1 to {most}, not of round {number}"

    # A game as an object.
    SEED = "a seed is a whole number from 0 to {most}, not {seed}"
    NOT_DEALT = "no round has been dealt; call deal()"
    DEAL_LOT = "a deal with a start by lot needs the seat that starts: {seats}"
    DEAL_ORDER = "a deal is an order of the 56 tiles, each once"
    NO_MOVE_TO_UNDO = "there is no move to take back"
    NO_TURN_TO_TIME_OUT = "there is no turn here that could time out"
    NO_SUCH_SEAT = "there is no such seat; the seats are {seats}"

    # Why a game was won.
    WON_ALONE = "{name} has reached {target} points and wins with {score}"
    WON_LAST_ROUND = "{name} won the round in which several had reached {target} points"
    WON_HIGHEST = "{name} has the highest score, {score}, of those who have reached {target} points"
    WON_AFTER_ROUNDS = "{name} has the highest score, {score}, after the last round"
    RESIGNED = "{name} has resigned"
    ENDED_BY_AGREEMENT = "everybody agreed to end the game"

    # What is typed at a terminal.
    NOT_UNDERSTOOD = "{text} is not understood; type {wanted}"
    NO_PLACEMENT = "there is no placement {number}; type {wanted}"
    NUMBER_FROM_1 = "a number from 1 to {most}"
    OR_HELP = "{choices}, or h for help"
    YOU_MUST_START_WITH = "you must start with {top}, not with {tile} (R5)"
    YOU_MUST_PLACE_NOT_DRAW = "you must place a tile, not draw: {move} is possible (R6)"
    YOU_MUST_PLACE_NOT_PASS = "you must place a tile, not pass: {move} is possible (R6)"
    YOU_MUST_DRAW_NOT_PASS = (
        "you must draw before passing: {count} tile is left in the pile",
        "you must draw before passing: {count} tiles are left in the pile",
    )
    NOT_IN_RACK = "{tile} is not in your rack"
    NOT_PLACEABLE = "{tile} is not among the tiles you can place"
    SEVERAL_PLACES = "{tile} fits in several places; choose {numbers}"
    SEATS_WRITTEN = "--seats is written like human,greedy or Ana=human,greedy, not {text}"

    # Bots, simulations and matches.
    NO_BOT = (
        "there is no bot {text}; choose one of {bots}, search:300, search:0.5s, file.py:Class, module:Class, "
        "cmd:COMMAND"
    )
    BOT_NO_FILE = "no bot can be loaded from {file}: there is no such file"
    BOT_COMMAND = "a bot's command is written like cmd:./mybot --fast, not cmd:{text}"
    BOT_LIMIT = "the time limit of a bot is written like @0.5s or @10s and is more than 0, not {text}"
    BOT_SYSTEM = "bots in separate processes need Linux or macOS; seat a bot object in Python instead"
    BOT_REFUSED = "{bot}: {reason}"
    BOT_LOST_MOVE = "{bot} loses its move: {reason}"
    BOT_ILLEGAL = "it chose {move}, which is not legal there"
    BOT_RAISED = "it raised {error}"
    BOT_LATE = "it did not answer within {seconds} s"
    BOT_ENDED = "its process ended with exit code {code}"
    BOT_KILLED = "its process was ended by {signal}"
    BOT_CLOSED = "it closed its standard output"
    BOT_GARBAGE = "it answered {text}; expected a JSON object"
    BOT_CHATTER = "it answered a question with more than one line"
    BOT_FLOOD = "it wrote {size} KiB without a line break"
    BOT_FORKED = "it ran more than {most} processes"
    BOT_NO_START = "it did not start: {reason}"
    BOT_NOT_READY = "its first line was {text}; expected {expected}"
    BOT_DROPPED = "it was not asked, as its process had failed three times"
    BOTS_WRITTEN = "the key {key} is written like B medium C hard, or none, not {text}"
    SPECTATOR_MOVES = "a spectator has no move to choose"
    NOT_ON_TURN = "it is not {name}'s turn"
    CANNOT_THINK_AHEAD = "a tile's cell was not recorded, so the moves cannot be evaluated"
    TILES_DO_NOT_ADD_UP = "the tiles seen and the tiles held do not add up"
    NO_DEALS = "at least one deal must be played, not {count}"
    NO_GAMES = "a simulation plays at least one game, not {count}"
    TOURNAMENT_BOTS = "a tournament has at least two bots, not {count}"
    TOURNAMENT_TWICE = "{bot} is named twice; expected different bots"
    OTHER_TOURNAMENT = "{file} holds another tournament; expected the same bots, edition, house rules and seed"
    SAVED_LINE = "{file}:{line}: expected a part of a tournament"
    WORKERS = "workers are a number of processes, or dask://HOST:PORT, not {text}"
    WORKER_DIED = "a worker process died, perhaps for lack of memory"
    NO_DASK = "a Dask cluster needs optional packages: {command}"
    NO_SCHEDULER = "no Dask scheduler answers at {address}"
    NO_WORKERS = "the Dask scheduler at {address} has no workers"

    # Environments for learning.
    ACTION = "an action is a number from 0 to {most}, not {action}"
    SLOT_EMPTY = "slot {slot} is empty, so action {action} is not a move"
    CELL_NOT_OPEN = "{cell} is not among the open cells"
    NO_REWARD = "there is no reward {text}; choose one of {rewards}"
    BATCH_SIZE = "a batch has at least one game and one thread, not {games} and {threads}"
    SEEDS = "{games} games take one seed or {games}, not {seeds}"
    ACTIONS = "a step takes {games} whole numbers, not {type} of shape {shape}"
    NOT_RESET = "there is no game yet; reset the environment first"
    ILLEGAL_ACTION = "action {action} of game {game} is not legal there"
    BOT_NEEDS_VIEW = "{bot} needs a view; a batch takes only plain bots"
    EPISODE_OVER = "the episode is over; reset the environment first"
    NO_RENDER_MODE = "there is no render mode {text}; choose one of {modes}"
    AGENT_SEAT = "the agent's seat is a number from 0 to {most}, not {seat}"
    BOTS_FOR_PLAYERS = "{players} players take one bot or {others}, not {bots}"
    SEAT_NUMBERS = "seats are numbered from 0 to {most}"
    NUMBERS_IN_GAME = "tiles have {least} to {most} different numbers, not {numbers}"
    TILES_TOO_FEW = "{tiles} tiles are not enough for {players} players with {each} each; change the deal"
    OBSERVER_PARAMETERS = "an observer takes no parameters; found {text}"
    NOT_EXPLAINED = "no deal was found that explains what the player has seen"

    # Pictures and rulings.
    THEME = "a theme is {themes} or auto, not {text}"
    PICTURE_WIDTH = "a picture is at least 1 pixel wide, not {width}"
    PNG_WIDTH = "a PNG is 1 to {most} pixels wide, not {width}"
    SVG_UNREADABLE = "this SVG cannot be drawn: {reason}"
    LABEL_ON_TILE = "cell {cell} holds a tile; only open cells take a label"
    LABEL_WRITTEN = "a label has 1 to 3 printable characters, not {text}"
    BONUS_WRITTEN = "a bonus is {bonuses}, not {text}"
    TWO_TILES_ON_CELL = "two tiles on {cell}; a cell holds one"
    TWO_NUMBERS_AT_POINT = "{place} puts {number} at point {point}, which already has {there} (R2)"
    NO_RULING = "there is no ruling {text}; the rulings are {first} to {last}"

    # The score sheet: entries and changes of it.
    ENTRY_WRITTEN = "an entry is a line like {play}, {draw}, {left} or {out}, not {text}"
    CHANGE_WRITTEN = "a change is a line like add A =9, replace 3 A =8 or undo, not {text}"
    WHO_IS_OUT = "nobody is on turn: name the player who is out, as in {entry}"
    WHO_PLAYED = "nobody is on turn: name the player first, as in {entry}"
    NO_LINE = "there is no line {number}; the lines are 1 to {most}"
    NOTHING_TO_UNDO = "there is nothing to undo"
    NOTHING_TO_REDO = "there is nothing to redo"
    NO_ROUND_TO_END = "there is no round in progress to end"
    ROUND_WENT_ON = "the round went on after this"
    ROUND_IN_TURNS = "this round is entered turn by turn, so points alone begin with the next one"
    ROUND_IN_POINTS = "this round is entered as points alone, so turns begin with the next one"
    NOT_OUT = "{seat} is not out: {count} tile is still in hand", "{seat} is not out: {count} tiles are still in hand"
    NOT_BLOCKED_WELL = (
        "the round is not blocked: according to this sheet, {count} tile is still in the pile (R9)",
        "the round is not blocked: according to this sheet, {count} tiles are still in the pile (R9)",
    )
    NOT_BLOCKED_PASSES = "the round is not blocked: the {players} players have not all passed in a row"

    # The answer to "is this a bridge?".
    NO_TILE_ON_LINE = "line {number} is not a placement"
    NOTHING_TO_BRIDGE = "{place} is the first tile of the round: nothing can be bridged"
    NOT_POSSIBLE = "{place} is not possible: {reason}"
    CORNERS_MET = "when {tile} was placed, {count} of its corners met a number: {numbers}"
    MAKES_NOTHING = (
        "it matched one side, and no tile touched the point opposite, so it makes neither bridge nor hexagon"
    )
    MAKES_NOTHING_AT_SIDES = (
        "it matched {sides} sides, but none of them belongs to a tile that was placed as a bridge, "
        "so it earns no bonus here"
    )
    SIDES_EARN_NOTHING = "it matched {sides} sides without closing a hexagon, which earns no bonus here"
    MAKES_BRIDGE = "it matched one side, and a tile touched the point opposite already, so it is a bridge"
    MAKES_BESIDE = "it matched {sides} sides without closing a hexagon, which earns what a bridge earns"
    MAKES_BESIDE_BRIDGE = (
        "it matched {sides} sides, one of them a side of {tile}, which was placed as a bridge, so it lies beside one"
    )
    MAKES_HEXAGON = "it is the sixth tile around one of its corners, so it closes a hexagon"
    MAKES_HEXAGON2 = "it is the sixth tile around two of its corners, so it closes two hexagons at once"
    MAKES_HEXAGON3 = "it is the sixth tile around all its corners, so it closes three hexagons at once"
    SCORES_SUM = "it scores its sum, {points}"
    SCORES_TILE = "it scores {points}, as every tile counts one point"
    SCORES_MORE = "it scores {sum} + {more} = {points}"
    TABLE_INCOMPLETE = "not every tile on the sheet has its cell, so there may be more tiles on the table than these"
    CELL_UNRECORDED = "the cell of {tile} was not recorded, so the table cannot decide it"
    TILE_UNRECORDED = "only the sum of the tile was recorded, so the table cannot decide it"
    ENTERED_PLAIN = "it was entered without a bonus; a bridge matches one side and meets a tile at the point opposite"
    ENTERED_BRIDGE = "it was entered as a bridge, which matches one side and meets a tile at the point opposite"
    ENTERED_BESIDE = "it was entered as lying beside a bridge, which means that it matches two sides or three"
    ENTERED_BESIDE_BRIDGE = (
        "it was entered as lying beside a bridge, which means that it matches two sides or three, "
        "at least one of a tile that was placed as a bridge"
    )
    ENTERED_HEXAGON = "it was entered as a hexagon, which the sixth tile around a point closes"
    ENTERED_HEXAGON2 = "it was entered as two hexagons at once, each of which the sixth tile around a point closes"
    ENTERED_HEXAGON3 = "it was entered as three hexagons at once, each of which the sixth tile around a point closes"
    FITS_AT = "{tile} fitted on {places} of the open cells, and would have made what was entered on {count} of them"

    # Why a move is good or bad.
    REASON_OUT = "it goes out"
    REASON_SCORES = "it scores {points}"
    REASON_BRIDGE = "it makes a bridge: {points} points"
    REASON_BESIDE = "it fills in beside a bridge: {points} points"
    REASON_HEXAGON = "it closes a hexagon: {points} points"
    REASON_LATER = "it keeps a place that only your {tile} fits: {points} points later"
    REASON_FITTING = "{count} of your tiles fits afterwards", "{count} of your tiles fit afterwards"
    REASON_LEAVES_NOTHING = "it leaves {seat} no bonus"
    REASON_STUCK = "{seat} cannot place a tile and must draw: {percent} %"
    REASON_STUCK_FOR_GOOD = "the pile is empty and {seat} cannot answer: {percent} %"

    # How a move compares with a better one: the last message of each sentence is a `drawback`.
    REASON_COMPARED = "it {drawback}"
    REASON_COMPARED_MORE = "it scores {points} more, but {drawback}"
    REASON_OTHER = "{move} {drawback}"
    REASON_OTHER_MORE = "{move} scores {points} more, but {drawback}"
    REASON_SAME_TILE = "{tile} elsewhere"
    REASON_DRAWING = "drawing"
    REASON_PASSING = "passing"
    REASON_NOT_OUT = "does not end the round"
    REASON_LESS = "scores {points} less"
    REASON_GIVES_UP = "gives up {points} points that your {tile} can score later"
    REASON_FEWER_FIT = "leaves places for fewer of your tiles: {fitting}, not {instead}"
    REASON_LETS_PLACE = "lets {seat} place a tile more often: {percent} %, not {instead} %"
    REASON_OPENS_BRIDGE = "opens a bridge for {seat} more often: {percent} %, not {instead} %"
    REASON_OPENS_BESIDE = "opens a place beside a bridge for {seat} more often: {percent} %, not {instead} %"
    REASON_OPENS_HEXAGON = "opens a hexagon for {seat} more often: {percent} %, not {instead} %"
    REASON_FEWER_POINTS = "is worth {count} point less in this round", "is worth {count} points less in this round"
    REASON_WINS_LESS = "wins the game less often: {percent} %, not {instead} %"
    REASON_WINS_NO_MORE = "wins the game no more often"

    @property
    def id(self) -> str:
        """The identifier of this message for programs: `corner-meets`."""
        return self.name.lower().replace("_", "-")

    @property
    def forms(self) -> tuple[str, ...]:
        """The template, or the two forms that depend on a count."""
        return (self.value,) if isinstance(self.value, str) else self.value

    @property
    def is_reason(self) -> bool:
        """Whether it says why a move is good or bad; pages of games include the translations."""
        return self.name.startswith("REASON_")

    @property
    def fields(self) -> frozenset[str]:
        """The names of the parameters."""
        return frozenset(name for _, name, _, _ in Formatter().parse(self.forms[-1]) if name is not None)

    def __call__(self, **params: object) -> Phrase:
        return Phrase(self, params) if params else _without_params(self)


class Phrase(str):
    """A message with its parameters: a string in English that can be worded for other readers.

    A parameter may be a phrase itself.

    >>> Message.FITS_NOWHERE(what=Message.TILE_WITH_SUM(sum=9))
    'a tile with the sum 9 fits nowhere on the table (R2)'
    """

    message: Message
    params: Mapping[str, object]

    def __new__(cls, message: Message, params: Mapping[str, object]) -> Phrase:
        phrase = super().__new__(cls, _text(message, params, ENGLISH))
        phrase.message, phrase.params = message, params
        return phrase

    def __getnewargs__(self) -> tuple[Message, Mapping[str, object]]:  # type: ignore[override]
        return self.message, self.params

    @property
    def template(self) -> str:
        """The English template."""
        return _template(self.message, self.params, ENGLISH)

    def words(self, wording: Wording) -> str:
        """The text for a reader."""
        return _text(self.message, self.params, wording)


@cache  # a record that is read asks for several in each line
def _without_params(message: Message) -> Phrase:
    return Phrase(message, {})


def _text(message: Message, params: Mapping[str, object], wording: Wording) -> str:
    values = {name: words_of(value, wording) for name, value in params.items()}
    return _template(message, params, wording).format(**values)


def _template(message: Message, params: Mapping[str, object], wording: Wording) -> str:
    forms = message.forms
    if len(forms) == 1:
        return wording.gettext(forms[0])
    count = params["count"]
    assert isinstance(count, int)
    return wording.ngettext(forms[0], forms[1], count)


def words_of(value: object, wording: Wording) -> str:
    """A phrase or any other parameter as text for a reader."""
    return value.words(wording) if isinstance(value, Phrase) else wording.value(value)


def either(choices: Iterable[object]) -> object:
    """The choices as one parameter: `a`, `a or b`, `a or b or c`."""
    return reduce(lambda one, other: Message.EITHER(one=one, other=other), choices)


def listed(items: Iterable[object]) -> object:
    """The items as one parameter: `a`, `a, b`, `a, b, c`."""
    return reduce(lambda one, other: Message.LISTED(one=one, other=other), items)
