"""Who wins a round of BraveRats: every pair of cards, with and without the General's +2.

Written down by hand from the printed rules; nothing here is computed.
Rows are the card of the Yargs, columns the card of the Applewoods, both from 7 to 0:
7 Prince, 6 General, 5 Wizard, 4 Ambassador, 3 Assassin, 2 Spy, 1 Princess, 0 Musician.
(The printed table has the Yargs across and the Applewoods down: read it turned on its diagonal.)

    Y   the Yargs win the round          Y!  the Yargs win the game
    A   the Applewoods win the round     A!  the Applewoods win the game
    X   the round is on hold
"""

NOBODY_HAS_PLUS_TWO = """
        7   6   5   4   3   2   1   0

7       X   Y   Y   Y   Y   Y   A!  X
6       A   X   Y   Y   A   Y   Y   X
5       A   A   X   Y   Y   Y   Y   Y
4       A   A   A   X   A   Y   Y   X
3       A   Y   A   Y   X   A   A   X
2       A   A   A   A   Y   X   Y   X
1       Y!  A   A   A   Y   A   X   X
0       X   X   A   X   X   X   X   X
"""

# The Yargs' cards are worth 9 8 7 6 5 4 3 2.
YARGS_HAVE_PLUS_TWO = """
        7   6   5   4   3   2   1   0

7       Y   Y   Y   Y   Y   Y   A!  X
6       A   Y   Y   Y   A   Y   Y   X
5       X   Y   Y   Y   Y   Y   Y   Y
4       A   X   Y   Y   A   Y   Y   X
3       A   Y   X   A   A   A   A   X
2       A   A   A   X   A   Y   Y   X
1       Y!  A   A   A   X   Y   Y   X
0       X   X   A   X   X   X   X   X
"""

# The Applewoods' cards are worth 9 8 7 6 5 4 3 2.
APPLEWOODS_HAVE_PLUS_TWO = """
        7   6   5   4   3   2   1   0

7       A   Y   X   Y   Y   Y   A!  X
6       A   A   A   X   A   Y   Y   X
5       A   A   A   A   X   Y   Y   Y
4       A   A   A   A   Y   X   Y   X
3       A   Y   A   Y   Y   Y   X   X
2       A   A   A   A   Y   A   A   X
1       Y!  A   A   A   Y   A   A   X
0       X   X   A   X   X   X   X   X
"""

BOTH_HAVE_PLUS_TWO = """
        7   6   5   4   3   2   1   0

7       X   Y   Y   Y   Y   Y   A!  X
6       A   X   Y   Y   A   Y   Y   X
5       A   A   X   Y   Y   Y   Y   Y
4       A   A   A   X   A   Y   Y   X
3       A   Y   A   Y   X   A   A   X
2       A   A   A   A   Y   X   Y   X
1       Y!  A   A   A   Y   A   X   X
0       X   X   A   X   X   X   X   X
"""
