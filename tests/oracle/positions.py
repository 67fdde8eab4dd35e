"""Single positions on the table, with the points of the next placement or the reasons why it is refused.

``before`` are placements in the order they were made, each legal; ``then`` is the next one. With nothing
before it, ``then`` starts the round. A refused placement has every reason that applies, the most important
first:

- ``mirrored``: only the mirror image of a tile shows these numbers clockwise;
- ``twice``: the tile is already on the table;
- ``occupied``: there is a tile on the cell;
- ``side``: no cell that shares a whole side holds a tile;
- ``corner``: there is another number at a corner.
"""

from __future__ import annotations

from typing import NamedTuple


class Position(NamedTuple):
    name: str
    before: str
    then: str
    points: int | None = None
    bonus: str = ""
    refused: tuple[str, ...] = ()
    edition: str = "pressman-deluxe"


POSITIONS: tuple[Position, ...] = (
    Position("start with 4-4-4 scores 22", "", "0,0^444", 22),
    Position("start with 5-5-5 scores 25", "", "0,0^555", 25),
    Position("start with 3-3-3 scores 19", "", "0,0^333", 19),
    Position("start with 0-0-0 scores 40", "", "0,0^000", 40),
    Position("start with 3-4-5 scores 12", "", "0,0^345", 12),
    Position("start with 2-4-5 scores 11", "", "0,0^245", 11),
    Position("start with 2-2-2 scores 16", "", "0,0^222", 16),
    Position("start with 1-1-1 scores 13", "", "0,0^111", 13),
    Position("start on a cell pointing down", "", "0,0v345", 12),
    Position("start with its numbers turned once", "", "0,0^453", 12),
    Position("start with its numbers turned twice", "", "0,0v534", 12),
    Position("start far from the origin", "", "1000,-2500v333", 19),
    Position("start with a mirrored tile is refused", "", "0,0^354", refused=("mirrored",)),
    Position(
        "start with 0-0-0 by a house rule of 20",
        "",
        "0,0^000",
        25,
        edition="wooden zero_start=20 start_bonus=5",
    ),
    Position("plain 3-4-4 scores 11", "0,0^444", "0,0v443", 11),
    Position("plain 2-5-5 scores 12", "0,0^555", "0,0v552", 12),
    Position("plain 1-5-5 scores 11", "0,0^555", "-1,0v515", 11),
    Position("plain 1-3-5 scores 9", "0,0^333 0,0v335", "1,0^513", 9),
    Position("plain 1-4-4 scores 9", "0,0^444", "0,-1v144", 9),
    Position("plain 1-3-4 scores 8", "0,0^444 0,0v443", "0,1^134", 8),
    Position("plain 2-4-4 scores 10", "0,0^444", "-1,0v424", 10),
    Position("plain on the right of an upward cell", "0,0^123", "0,0v212", 5),
    Position("plain on the left of an upward cell", "0,0^123", "-1,0v341", 8),
    Position("plain below an upward cell", "0,0^123", "0,-1v332", 8),
    Position("plain on the right of a downward cell", "0,0v123", "1,0^341", 8),
    Position("plain on the left of a downward cell", "0,0v123", "0,0^212", 5),
    Position("plain above a downward cell", "0,0v123", "0,1^332", 8),
    Position("plain 0-0-1 scores 1", "0,0^000", "0,0v001", 1),
    Position("plain far from the origin", "1000,-2500^444", "1000,-2500v445", 13),
    Position("plain at the other far end", "-98765,12345v355", "-98765,12345^533", 11),
    Position("a fan of 2 around the point 0,0 earns nothing", "-1,-1v123", "-1,0^232", 7),
    Position("a fan of 3 around the point 0,0 earns nothing", "-1,-1v123 -1,0^232", "-1,0v323", 8),
    Position("a fan of 4 around the point 0,0 earns nothing", "-1,-1v123 -1,0^232 -1,0v323", "0,0^333", 9),
    Position("a fan of 5 around the point 0,0 earns nothing", "-1,-1v123 -1,0^232 -1,0v323 0,0^333", "0,-1v533", 11),
    Position(
        "the sixth around the point 0,0 closes the hexagon",
        "-1,-1v123 -1,0^232 -1,0v323 0,0^333 0,-1v533",
        "0,-1^351",
        59,
        "hexagon",
    ),
    Position("a fan of 2 around the point -3,7 earns nothing", "-3,6v111", "-3,6^113", 5),
    Position("a fan of 3 around the point -3,7 earns nothing", "-3,6v111 -3,6^113", "-4,6v341", 8),
    Position("a fan of 4 around the point -3,7 earns nothing", "-3,6v111 -3,6^113 -4,6v341", "-4,7^514", 10),
    Position("a fan of 5 around the point -3,7 earns nothing", "-3,6v111 -3,6^113 -4,6v341 -4,7^514", "-4,7v155", 11),
    Position(
        "the sixth around the point -3,7 closes the hexagon",
        "-3,6v111 -3,6^113 -4,6v341 -4,7^514 -4,7v155",
        "-3,7^511",
        57,
        "hexagon",
    ),
    Position("hexagon 0-5-5 scores 60", "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554", "0,0^550", 60, "hexagon"),
    Position(
        "hexagon 0-5-5 scores 60 in pressman-classic",
        "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554",
        "0,0^550",
        60,
        "hexagon",
        edition="pressman-classic",
    ),
    Position(
        "hexagon 0-5-5 scores 60 in spanish",
        "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554",
        "0,0^550",
        60,
        "hexagon",
        edition="spanish",
    ),
    Position(
        "hexagon 0-5-5 scores 60 in wooden",
        "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554",
        "0,0^550",
        60,
        "hexagon",
        edition="wooden",
    ),
    Position(
        "hexagon 0-5-5 scores 60 in domino-site",
        "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554",
        "0,0^550",
        60,
        "hexagon",
        edition="domino-site",
    ),
    Position(
        "a hexagon around the apex of a cell pointing up",
        "1,-1v452 1,0^525 1,0v251 2,0^112 2,-1v221",
        "2,-1^224",
        58,
        "hexagon",
    ),
    Position(
        "a hexagon around the second corner of a cell pointing up",
        "2,-1v555 3,-1^525 3,-2v352 3,-2^534 2,-2v445",
        "2,-1^554",
        64,
        "hexagon",
    ),
    Position(
        "a hexagon around the third corner of a cell pointing up",
        "2,-2v015 2,-2^100 1,-2v011 1,-1^411 1,-1v145",
        "2,-1^551",
        61,
        "hexagon",
    ),
    Position(
        "a hexagon around the apex of a cell pointing down",
        "3,-1^024 3,-2v242 3,-2^424 2,-2v444 2,-1^544",
        "2,-1v450",
        59,
        "hexagon",
    ),
    Position(
        "a hexagon around the second corner of a cell pointing down",
        "2,-1^012 1,-1v240 1,0^504 1,0v050 2,0^000",
        "2,-1v100",
        51,
        "hexagon",
    ),
    Position(
        "a hexagon around the third corner of a cell pointing down",
        "2,0^251 2,0v524 3,0^445 3,-1v554 3,-1^555",
        "2,-1v515",
        61,
        "hexagon",
    ),
    Position(
        "two hexagons at once round corners 1 and 2 of a cell pointing up",
        "1,0^014 1,-1v241 1,-1^422 0,-1v244 0,0v400 0,1^000 -1,1v050 -1,1^505 -1,0v450",
        "0,0^044",
        58,
        "hexagon2",
    ),
    Position(
        "two hexagons at once round corners 1 and 2 of a cell pointing up, Spanish",
        "1,0^014 1,-1v241 1,-1^422 0,-1v244 0,0v400 0,1^000 -1,1v050 -1,1^505 -1,0v450",
        "0,0^044",
        68,
        "hexagon2",
        edition="spanish",
    ),
    Position(
        "two hexagons at once round corners 2 and 3 of a cell pointing up",
        "-1,-1v222 0,-1^202 -1,0^322 -1,0v233 0,-1v024 1,-1^450 1,-1v545 1,0^454 0,0v434",
        "0,0^342",
        59,
        "hexagon2",
    ),
    Position(
        "two hexagons at once round corners 2 and 3 of a cell pointing up, Spanish",
        "-1,-1v222 0,-1^202 -1,0^322 -1,0v233 0,-1v024 1,-1^450 1,-1v545 1,0^454 0,0v434",
        "0,0^342",
        69,
        "hexagon2",
        edition="spanish",
    ),
    Position(
        "two hexagons at once round corners 1 and 3 of a cell pointing up",
        "-1,1v040 -1,1^403 -1,0v130 -1,0^313 -1,-1v231 0,-1^122 0,-1v211 0,1^000 0,0v100",
        "0,0^011",
        52,
        "hexagon2",
    ),
    Position(
        "two hexagons at once round corners 1 and 3 of a cell pointing up, Spanish",
        "-1,1v040 -1,1^403 -1,0v130 -1,0^313 -1,-1v231 0,-1^122 0,-1v211 0,1^000 0,0v100",
        "0,0^011",
        62,
        "hexagon2",
        edition="spanish",
    ),
    Position(
        "three hexagons at once, 1, cell pointing up",
        ("-1,1^235 -1,0v553 -1,1v322 -1,0^551 -1,-1v015 0,-1^550 0,1^233 0,0v433 1,0^344 1,-1v444 1,-1^445 0,-1v554"),
        "0,0^345",
        62,
        "hexagon3",
    ),
    Position(
        "three hexagons at once, 1, cell pointing up, Spanish",
        ("-1,1^235 -1,0v553 -1,1v322 -1,0^551 -1,-1v015 0,-1^550 0,1^233 0,0v433 1,0^344 1,-1v444 1,-1^445 0,-1v554"),
        "0,0^345",
        82,
        "hexagon3",
        edition="spanish",
    ),
    Position(
        "three hexagons at once, 2, cell pointing up",
        ("-1,1^504 -1,0v240 -1,1v050 -1,0^423 -1,-1v332 0,-1^223 0,1^000 0,0v100 1,0^011 1,-1v111 1,-1^112 0,-1v221"),
        "0,0^012",
        53,
        "hexagon3",
    ),
    Position(
        "three hexagons at once, 2, cell pointing up, Spanish",
        ("-1,1^504 -1,0v240 -1,1v050 -1,0^423 -1,-1v332 0,-1^223 0,1^000 0,0v100 1,0^011 1,-1v111 1,-1^112 0,-1v221"),
        "0,0^012",
        73,
        "hexagon3",
        edition="spanish",
    ),
    Position(
        "two hexagons at once round corners 1 and 2 of a cell pointing down",
        "-4,2^423 -4,1v332 -3,1^223 -3,1v222 -3,2^522 -5,2v344 -5,3^444 -5,3v445 -4,3^554",
        "-4,2v245",
        61,
        "hexagon2",
    ),
    Position(
        "two hexagons at once round corners 1 and 2 of a cell pointing down, Spanish",
        "-4,2^423 -4,1v332 -3,1^223 -3,1v222 -3,2^522 -5,2v344 -5,3^444 -5,3v445 -4,3^554",
        "-4,2v245",
        71,
        "hexagon2",
        edition="spanish",
    ),
    Position(
        "two hexagons at once round corners 2 and 3 of a cell pointing down",
        "-5,3v451 -5,3^545 -5,2v454 -4,2^444 -4,3^134 -4,3v312 -3,3^223 -3,2v332 -3,2^334",
        "-4,2v443",
        61,
        "hexagon2",
    ),
    Position(
        "two hexagons at once round corners 2 and 3 of a cell pointing down, Spanish",
        "-5,3v451 -5,3^545 -5,2v454 -4,2^444 -4,3^134 -4,3v312 -3,3^223 -3,2v332 -3,2^334",
        "-4,2v443",
        71,
        "hexagon2",
        edition="spanish",
    ),
    Position(
        "two hexagons at once round corners 1 and 3 of a cell pointing down",
        "-3,2v423 -3,2^241 -3,1v514 -3,1^150 -3,3^332 -4,1v001 -4,2^110 -4,3v223 -4,3^221",
        "-4,2v112",
        54,
        "hexagon2",
    ),
    Position(
        "two hexagons at once round corners 1 and 3 of a cell pointing down, Spanish",
        "-3,2v423 -3,2^241 -3,1v514 -3,1^150 -3,3^332 -4,1v001 -4,2^110 -4,3v223 -4,3^221",
        "-4,2v112",
        64,
        "hexagon2",
        edition="spanish",
    ),
    Position(
        "three hexagons at once, 1, cell pointing down",
        ("-4,2^525 -5,2v505 -4,1v352 -3,1^233 -3,1v322 -3,2^122 -3,2v211 -3,3^011 -4,3v150 -4,3^515 -5,3^350 -5,3v535"),
        "-4,2v251",
        58,
        "hexagon3",
    ),
    Position(
        "three hexagons at once, 1, cell pointing down, Spanish",
        ("-4,2^525 -5,2v505 -4,1v352 -3,1^233 -3,1v322 -3,2^122 -3,2v211 -3,3^011 -4,3v150 -4,3^515 -5,3^350 -5,3v535"),
        "-4,2v251",
        78,
        "hexagon3",
        edition="spanish",
    ),
    Position(
        "three hexagons at once, 2, cell pointing down",
        ("-4,2^423 -5,2v344 -4,1v332 -3,1^223 -3,1v222 -3,2^022 -3,2v201 -3,3^110 -4,3v001 -4,3^004 -5,3^444 -5,3v440"),
        "-4,2v240",
        56,
        "hexagon3",
    ),
    Position(
        "three hexagons at once, 2, cell pointing down, Spanish",
        ("-4,2^423 -5,2v344 -4,1v332 -3,1^223 -3,1v222 -3,2^022 -3,2v201 -3,3^110 -4,3v001 -4,3^004 -5,3^444 -5,3v440"),
        "-4,2v240",
        76,
        "hexagon3",
        edition="spanish",
    ),
    Position(
        "three hexagons by a house rule of 1/2/3",
        ("-4,2^423 -5,2v344 -4,1v332 -3,1^223 -3,1v222 -3,2^022 -3,2v201 -3,3^110 -4,3v001 -4,3^004 -5,3^444 -5,3v440"),
        "-4,2v240",
        9,
        "hexagon3",
        edition="wooden hexagons=1/2/3",
    ),
    Position(
        "three hexagons for nothing by a house rule",
        ("-4,2^423 -5,2v344 -4,1v332 -3,1^223 -3,1v222 -3,2^022 -3,2v201 -3,3^110 -4,3v001 -4,3^004 -5,3^444 -5,3v440"),
        "-4,2v240",
        6,
        "hexagon3",
        edition="wooden hexagons=0/0/0",
    ),
    Position(
        "a bridge of 8 tiles from side 1 of a cell pointing up, 1",
        "-1,0v502 -1,1^120 -1,1v212 0,1^202 0,1v023 1,1^300 1,0v100 1,0^015",
        "0,0^255",
        52,
        "bridge",
    ),
    Position(
        "a bridge of 8 tiles from side 1 of a cell pointing up, 2",
        "-1,0v223 -1,0^220 -1,-1v502 0,-1^225 0,-2v552 1,-2^245 1,-2v422 1,-1^122",
        "0,0^312",
        46,
        "bridge",
    ),
    Position(
        "no bridge: near the point opposite side 1 of a cell pointing up is not enough",
        "-1,0v133 -1,0^311 -1,-1v011 0,-1^100 0,-2v400 1,-2^024 1,-2v200",
        "0,0^351",
        9,
    ),
    Position(
        "a bridge of 8 tiles from side 2 of a cell pointing up, 1",
        "0,-1v524 1,-1^455 1,-1v544 1,0^344 1,0v433 1,1^533 0,1v355 0,1^534",
        "0,0^442",
        50,
        "bridge",
    ),
    Position(
        "a bridge of 8 tiles from side 2 of a cell pointing up, 2",
        "0,-1v311 0,-1^135 -1,-1v551 -1,0^115 -2,0v501 -2,1^110 -2,1v112 -1,1^241",
        "0,0^411",
        46,
        "bridge",
    ),
    Position(
        "no bridge: near the point opposite side 2 of a cell pointing up is not enough",
        "0,-1v501 0,-1^055 -1,-1v500 -1,0^300 -2,0v033 -2,1^433 -2,1v342",
        "0,0^010",
        1,
    ),
    Position(
        "a bridge of 8 tiles from side 3 of a cell pointing up, 1",
        "0,0v033 0,1^533 -1,1v355 -1,1^534 -2,1v455 -2,1^544 -2,0v044 -1,0^400",
        "0,0^300",
        43,
        "bridge",
    ),
    Position(
        "a bridge of 8 tiles from side 3 of a cell pointing up, 2",
        "0,0v512 1,0^245 1,-1v554 1,-1^553 1,-2v235 1,-2^323 0,-2v333 0,-1^133",
        "0,0^151",
        47,
        "bridge",
    ),
    Position(
        "no bridge: near the point opposite side 3 of a cell pointing up is not enough",
        "0,0v014 1,0^440 1,-1v004 1,-1^003 1,-2v230 1,-2^323 0,-2v333",
        "0,0^100",
        1,
    ),
    Position(
        "beside: two sides of a cell pointing up, no hexagon, 1",
        ("-1,0v220 -1,0^224 -2,0v402 -2,0^045 -2,-1v454 -1,-1^414 -1,-2v341 0,-2^133 0,-2v311 0,-1^211 0,-1v120"),
        "0,0^002",
        42,
        "beside",
    ),
    Position(
        "beside: two sides of a cell pointing up, no hexagon, 2",
        ("0,-1v313 1,-1^343 1,-2v534 2,-2^455 2,-2v544 2,-1^044 2,-1v401 2,0^010 1,0v030 1,0^303 0,0v323"),
        "0,0^231",
        46,
        "beside",
    ),
    Position(
        "beside: two sides of a cell pointing up, no hexagon, 3",
        ("-1,0v311 -1,1^411 -2,1v144 -2,2^044 -2,2v400 -1,2^024 -1,2v200 0,2^022 0,1v222 0,1^221 0,0v312"),
        "0,0^133",
        47,
        "beside",
    ),
    Position(
        "beside: three sides of a cell pointing up, no hexagon, 1",
        (
            "-1,0v423 -1,0^245 -2,0v502 -2,0^050 -2,-1v505 -1,-1^555 -1,-2v255 0,-2^512 0,-2v155"
            " 0,-1^455 0,-1v544 -1,1^232 -2,1v242 -2,2^424 -2,2v240 -1,2^012 -1,2v101 0,2^121 0,1v312"
            " 0,1^133 0,0v433"
        ),
        "0,0^344",
        51,
        "beside",
    ),
    Position(
        "beside: three sides of a cell pointing up, no hexagon, 2",
        (
            "-1,0v411 -1,0^140 -2,0v001 -2,0^000 -2,-1v400 -1,-1^024 -1,-2v342 0,-2^233 0,-2v322"
            " 0,-1^422 0,-1v244 1,-1^412 1,-2v221 2,-2^112 2,-2v113 2,-1^331 2,-1v330 2,0^503 1,0v335"
            " 1,0^334 0,0v413"
        ),
        "0,0^144",
        49,
        "beside",
    ),
    Position(
        "one hexagon round corner 1 though three sides of a cell pointing up match",
        (
            "-1,0v353 -1,1^535 -1,1v350 0,1^013 0,0v131 -1,0^534 -2,0v445 -2,0^444 -2,-1v244 -1,-1^422"
            " -1,-2v022 0,-2^250 0,-2v522 0,-1^322 0,-1v231"
        ),
        "0,0^313",
        57,
        "hexagon",
    ),
    Position(
        "one hexagon round corner 2 though three sides of a cell pointing up match",
        (
            "0,-1v451 1,-1^134 1,-1v312 1,0^121 0,0v111 0,1^311 0,1v135 0,2^553 -1,2v335 -1,2^330"
            " -2,2v013 -2,2^100 -2,1v500 -1,1^015 -1,0v551"
        ),
        "0,0^115",
        57,
        "hexagon",
    ),
    Position(
        "one hexagon round corner 3 though three sides of a cell pointing up match",
        (
            "-1,0v513 -1,0^151 -1,-1v015 0,-1^550 0,-1v554 -1,1^231 -2,1v112 -2,2^221 -2,2v220"
            " -1,2^002 -1,2v000 0,2^010 0,1v301 0,1^033 0,0v433"
        ),
        "0,0^345",
        62,
        "hexagon",
    ),
    Position(
        "a bridge of 8 tiles from side 1 of a cell pointing down, 1",
        "3,-2^140 2,-2v011 2,-1^211 2,-1v124 2,0^442 2,0v444 3,0^404 3,-1v340",
        "3,-2v413",
        48,
        "bridge",
    ),
    Position(
        "a bridge of 8 tiles from side 1 of a cell pointing down, 2",
        "3,-2^300 2,-2v033 2,-1^533 2,-1v355 2,0^155 2,0v511 3,0^135 3,-1v453",
        "3,-2v034",
        47,
        "bridge",
    ),
    Position(
        "no bridge: near the point opposite side 1 of a cell pointing down is not enough",
        "3,-2^550 2,-2v005 2,-1^150 2,-1v511 2,0^311 2,0v135 3,0^551",
        "3,-2v554",
        14,
    ),
    Position(
        "a bridge of 8 tiles from side 2 of a cell pointing down, 1",
        "3,-1^342 2,-1v233 2,-1^322 2,-2v222 2,-2^220 2,-3v402 3,-3^224 3,-3v225",
        "3,-2v524",
        51,
        "bridge",
    ),
    Position(
        "a bridge of 8 tiles from side 2 of a cell pointing down, 2",
        "3,-1^413 2,-1v334 2,-1^333 2,-2v233 2,-2^322 2,-3v422 3,-3^244 3,-3v423",
        "3,-2v331",
        47,
        "bridge",
    ),
    Position(
        "no bridge: near the point opposite side 2 of a cell pointing down is not enough",
        "3,-1^401 2,-1v124 2,-1^211 2,-2v111 2,-2^113 2,-3v331 3,-3^123",
        "3,-2v010",
        1,
    ),
    Position(
        "a bridge of 8 tiles from side 3 of a cell pointing down, 1",
        "4,-2^040 4,-2v404 4,-1^340 3,-1v033 3,0^233 2,0v342 2,0^433 2,-1v533",
        "3,-2v050",
        45,
        "bridge",
    ),
    Position(
        "a bridge of 8 tiles from side 3 of a cell pointing down, 2",
        "4,-2^224 4,-3v442 4,-3^445 3,-3v504 3,-3^055 2,-3v500 2,-2^000 2,-2v001",
        "3,-2v412",
        47,
        "bridge",
    ),
    Position(
        "no bridge: near the point opposite side 3 of a cell pointing down is not enough",
        "4,-2^352 4,-3v525 4,-3^252 3,-3v222 3,-3^223 2,-3v342 2,-2^424",
        "3,-2v233",
        8,
    ),
    Position(
        "beside: two sides of a cell pointing down, no hexagon, 1",
        ("3,-2^101 2,-2v121 2,-2^212 1,-2v232 1,-1^523 1,-1v251 1,0^115 1,0v113 2,0^341 2,-1v114 3,-1^441"),
        "3,-2v014",
        45,
        "beside",
    ),
    Position(
        "beside: two sides of a cell pointing down, no hexagon, 2",
        ("3,-1^011 3,-1v100 3,0^000 3,0v004 4,0^440 4,-1v504 5,-1^445 5,-2v554 5,-2^555 4,-2v515 4,-2^151"),
        "3,-2v111",
        43,
        "beside",
    ),
    Position(
        "beside: two sides of a cell pointing down, no hexagon, 3",
        ("3,-2^113 3,-3v331 3,-3^335 3,-4v553 4,-4^345 4,-4v434 5,-4^404 5,-4v045 5,-3^454 4,-3v414 4,-2^141"),
        "3,-2v111",
        43,
        "beside",
    ),
    Position(
        "beside: three sides of a cell pointing down, no hexagon, 1",
        (
            "3,-2^225 2,-2v512 2,-2^151 1,-2v141 1,-1^014 1,-1v100 1,0^300 1,0v034 2,0^400 2,-1v200"
            " 3,-1^022 2,0v045 3,0^550 3,0v552 4,0^235 4,-1v353 5,-1^343 5,-2v434 5,-2^341 4,-2v123"
            " 4,-2^212"
        ),
        "3,-2v222",
        46,
        "beside",
    ),
    Position(
        "beside: three sides of a cell pointing down, no hexagon, 2",
        (
            "3,-2^151 2,-2v131 2,-2^313 1,-2v303 1,-1^130 1,-1v312 1,0^221 1,0v225 2,0^512 2,-1v121"
            " 3,-1^141 2,0v155 3,0^501 3,0v050 4,0^020 4,-1v202 5,-1^222 5,-2v322 5,-2^234 4,-2v442"
            " 4,-2^445"
        ),
        "3,-2v514",
        50,
        "beside",
    ),
    Position(
        "one hexagon round corner 1 though three sides of a cell pointing down match",
        (
            "3,-2^144 3,-3v044 4,-3^450 4,-3v544 4,-2^244 4,-2v423 5,-2^344 5,-2v433 5,-1^333 4,-1v353"
            " 4,0^135 3,0v551 3,0^552 3,-1v225 3,-1^221"
        ),
        "3,-2v412",
        57,
        "hexagon",
    ),
    Position(
        "one hexagon round corner 2 though three sides of a cell pointing down match",
        (
            "3,-2^200 2,-2v012 2,-1^221 2,-1v222 3,-1^242 3,-1v423 3,0^332 3,0v335 4,0^503 4,-1v130"
            " 5,-1^001 5,-2v110 5,-2^114 4,-2v441 4,-2^440"
        ),
        "3,-2v024",
        56,
        "hexagon",
    ),
    Position(
        "one hexagon round corner 3 though three sides of a cell pointing down match",
        (
            "3,-1^241 3,-1v422 4,-1^234 4,-2v443 4,-2^444 4,-3v544 5,-3^455 5,-4v555 5,-4^550 4,-4v005"
            " 4,-4^001 3,-4v130 3,-3^003 3,-3v004 3,-2^140"
        ),
        "3,-2v414",
        59,
        "hexagon",
    ),
    Position(
        "bridge 1-4-4 scores 49",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^414",
        49,
        "bridge",
    ),
    Position(
        "bridge 1-4-4 scores 49 in pressman-classic",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^414",
        49,
        "bridge",
        edition="pressman-classic",
    ),
    Position(
        "bridge 1-4-4 scores 49 in spanish",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^414",
        49,
        "bridge",
        edition="spanish",
    ),
    Position(
        "bridge 1-4-4 scores 49 in wooden",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^414",
        49,
        "bridge",
        edition="wooden",
    ),
    Position(
        "bridge 1-4-4 scores 49 in domino-site",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^414",
        49,
        "bridge",
        edition="domino-site",
    ),
    Position(
        "a bridge for nothing by a house rule is still called one",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^414",
        9,
        "bridge",
        edition="wooden bridge=0",
    ),
    Position(
        "beside a bridge 1-1-5 scores 47",
        ("-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"),
        "0,0^115",
        47,
        "beside",
    ),
    Position(
        "beside a bridge 1-1-5 scores 47 in pressman-classic",
        ("-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"),
        "0,0^115",
        47,
        "beside",
        edition="pressman-classic",
    ),
    Position(
        "beside a bridge 1-1-5 scores 47 in spanish",
        ("-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"),
        "0,0^115",
        47,
        "beside",
        edition="spanish",
    ),
    Position(
        "beside a bridge 1-1-5 scores 47 in wooden",
        ("-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"),
        "0,0^115",
        47,
        "beside",
        edition="wooden",
    ),
    Position(
        "beside a bridge 1-1-5 scores 47 in domino-site",
        ("-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"),
        "0,0^115",
        47,
        "beside",
        edition="domino-site",
    ),
    Position(
        "two sides away from the bridging tile score 7 in domino-site",
        ("-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"),
        "0,0^151",
        7,
        edition="domino-site",
    ),
    Position(
        "two sides away from the bridging tile score 47 in domino-site by a house rule",
        ("-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"),
        "0,0^151",
        47,
        "beside",
        edition="domino-site beside=sides",
    ),
    Position(
        "two sides away from the bridging tile score 47 in spanish",
        ("-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"),
        "0,0^151",
        47,
        "beside",
        edition="spanish",
    ),
    Position(
        "two sides away from the bridging tile score 7 in spanish by a house rule",
        ("-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"),
        "0,0^151",
        7,
        edition="spanish beside=bridge",
    ),
    Position(
        "beside a bridge by a house rule of 15",
        ("-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"),
        "0,0^115",
        22,
        "beside",
        edition="spanish bridge=15",
    ),
    Position(
        "a triple 0-0-0 as a bridge scores 40",
        "0,-1v300 0,-1^033 -1,-1v340 -1,0^004 -2,0v440 -2,1^504 -2,1v055 -1,1^500",
        "0,0^000",
        40,
        "bridge",
    ),
    Position("refused: the cell of the first tile", "0,0^444", "0,0^445", refused=("occupied", "side", "corner")),
    Position("refused: the cell of the second tile", "0,0^444 0,0v441", "0,0v445", refused=("occupied", "corner")),
    Position("refused: the very same placement again", "0,0^444 0,0v441", "0,0v441", refused=("twice", "occupied")),
    Position("refused: the first tile upon itself", "0,0^444", "0,0^444", refused=("twice", "occupied", "side")),
    Position(
        "refused: a tile that is on the table already, on a cell it fits",
        "0,0^445 0,0v443",
        "-1,0v544",
        refused=("twice",),
    ),
    Position("refused: a triple that is on the table already", "0,0^444 0,0v441", "-1,0v444", refused=("twice",)),
    Position("refused: the mirror image of 1-2-3", "0,0^112 0,0v115", "0,-1v321", refused=("mirrored",)),
    Position("refused: the mirror image of 0-2-3", "0,0^024", "0,0v203", refused=("mirrored",)),
    Position(
        "refused: a corner to the right of an upward cell is all that touches",
        "0,0^444",
        "1,0^234",
        refused=("side",),
    ),
    Position("refused: a corner above an upward cell is all that touches", "0,0^444", "0,1^234", refused=("side",)),
    Position("refused: a corner above, pointing down is all that touches", "0,0^444", "-1,1v445", refused=("side",)),
    Position(
        "refused: a corner below a downward cell is all that touches",
        "0,0v444",
        "0,-1v234",
        refused=("side",),
    ),
    Position(
        "refused: a corner to the left of an upward cell is all that touches",
        "0,0^123",
        "-1,0^433",
        refused=("side",),
    ),
    Position(
        "refused: a corner alone, and that of another number",
        "0,0^444",
        "1,0^235",
        refused=("side", "corner"),
    ),
    Position("refused: nothing touches", "0,0^444", "3,3^445", refused=("side",)),
    Position("refused: nothing touches, far away", "0,0^444", "100,-100v445", refused=("side",)),
    Position("refused: two apart in a row", "0,0^444 0,0v443", "2,0^334", refused=("side",)),
    Position("refused: the side shows other numbers", "0,0^444", "0,0v552", refused=("corner",)),
    Position("refused: one corner of the side shows another number", "0,0^444", "0,0v451", refused=("corner",)),
    Position(
        "refused: the other corner of the side shows another number",
        "0,0^444",
        "0,0v544",
        refused=("corner",),
    ),
    Position("refused: the tile is turned the wrong way", "0,0^123", "-1,0v134", refused=("corner",)),
    Position("refused: the tile is turned the other wrong way", "0,0^123", "-1,0v413", refused=("corner",)),
    Position(
        "refused: the side matches, but the point opposite shows another number",
        "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155",
        "0,0^434",
        refused=("corner",),
    ),
    Position(
        "refused: the gap in a hexagon needs another tile",
        "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554",
        "0,0^551",
        refused=("corner",),
    ),
    Position(
        "refused: the mirror image of a tile on the table",
        "0,0^123 0,0v212",
        "0,-1v132",
        refused=("mirrored", "twice"),
    ),
)
