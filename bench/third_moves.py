"""What a log of `solve --log` says of the third moves below one second move, in renju from h8."""

import json
from collections import defaultdict

IMAGES = [lambda x, y: (x, y), lambda x, y: (-x, y), lambda x, y: (x, -y), lambda x, y: (-x, -y),
          lambda x, y: (y, x), lambda x, y: (-y, x), lambda x, y: (y, -x), lambda x, y: (-y, -x)]


def offset(name):
    return ord(name[0]) - ord("h"), int(name[1:]) - 8


def square(place):
    return f"{chr(place[0] + ord('h'))}{place[1] + 8}"


def third_and_reply(job, second):
    """The (third move, White's reply) that lead to a position of four stones, one of its images; None: not from this second move.
    Where both white stones are images of the second move it is one of two answers."""
    black, white = ([offset(name) for name in job[colour]] for colour in ("black", "white"))
    found = []
    for image in IMAGES:
        stones = [image(*place) for place in white]
        if second in stones and (0, 0) in black and len(black) == len(stones) == 2:
            stones.remove(second)
            found.append((*(image(*place) for place in black if place != (0, 0)), *stones))
    return min(found, default=None)


def third_moves(lines, second):
    """{third move: (replies proved, replies open)} of those of whose replies something was searched, by name."""
    proved = defaultdict(dict)
    for line in lines:
        job = json.loads(line)
        if len(job["white"]) == 2 and (found := third_and_reply(job, offset(second))):
            third, reply = found
            proved[third][reply] = proved[third].get(reply, False) or job["outcome"] == "proved"
    return {square(third): (sum(replies.values()), len(replies) - sum(replies.values())) for third, replies in proved.items()}
