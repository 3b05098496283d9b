"""A dummy: believes everything that it can read."""
from reading import Unreadable, read


def answer(path, form, _expect):
    try:
        return 0 if read(path, form).roots else 2
    except Unreadable:
        return 2
