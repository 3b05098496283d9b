"""How the second readers are told bits: spec/format.md, 9.1 and 9.9, and nothing but the page. Walks (9) and trees (14) use the
same coder, and mix what they know in the same way; what they know is their own.
"""
import collections

M32 = 0xFFFFFFFF


class Refused(Exception):
    def __init__(self, reason, offset=None):
        super().__init__(reason)
        self.reason, self.offset = reason, offset


def refuse_if(condition, reason, offset=None):
    if condition:
        raise Refused(reason, offset)


class Bits:
    """9.1."""

    def __init__(self, payload):
        self.payload, self.shifted = payload, 0
        self.low, self.high = 0, M32
        self.value = int.from_bytes(payload[:4].ljust(4, b"\0"), "big")

    def told(self, p):
        low, high = self.low, self.high
        middle = low + ((high - low) * p >> 16)
        b = self.value <= middle
        if b:
            high = middle
        else:
            low = middle + 1
        while low ^ high < 0x1000000:
            low = low << 8 & M32
            high = high << 8 & M32 | 255
            following = self.payload[self.shifted + 4:self.shifted + 5]
            self.value = self.value << 8 & M32 | (following[0] if following else 0)
            self.shifted += 1
        self.low, self.high = low, high
        return b

    def end(self):
        length, last = len(self.payload), self.payload[-1:]
        refuse_if(last == b"\0", "a payload that ends with 0")
        if self.low == 0:
            refuse_if(length > self.shifted, "a payload that goes on")
        else:
            refuse_if(length != self.shifted + 1 or last[0] != (self.low >> 24) + 1, "a payload with another end")


def logistic_tables():
    """9.9: squash, with 2815 added to the index, and stretch."""
    squash, p = [0] * 5631, 1 << 31
    for x in range(2816):
        squash[2815 - x] = 65536 - (p >> 16)
        squash[2815 + x] = p >> 16
        p += (p >> 8) * ((1 << 32) - p) >> 32
    stretch, x = [], -2815
    for i in range(4096):
        while x < 2815 and squash[x + 2815] < 16 * i + 8:
            x += 1
        stretch.append(x)
    return squash, stretch


SQUASH, STRETCH = logistic_tables()


def hashed(*values):
    h = 0
    for v in values:
        h = (h + (-1 if v is None else v) + 1) * 0x2C1B3C6D & M32
        h ^= h >> 12
    return h


def slot_of(h, bits):
    """The number of a slot among 2^bits."""
    return (h * 0x9E3779B1 & M32) >> (32 - bits)


def clamped(x, most):
    return max(-most, min(most, x))


class Weights:
    def __init__(self):
        self.weights, self.uses, self.sum = [12288] * 10, 0, 0

    def predict(self, inputs):
        self.sum = clamped(sum(x * w for (_, x), w in zip(inputs, self.weights)) >> 16, 2815)
        return self.sum

    def learn(self, inputs, bit):
        step = (65536 * bit - SQUASH[self.sum + 2815]) * (10 + 640 // (16 + self.uses))
        self.uses = min(640, self.uses + 1)
        for i, (_, x) in enumerate(inputs):
            self.weights[i] = clamped(self.weights[i] + (x * step + (1 << 17) >> 18), 1 << 20)


class Mixer:
    """9.9: from the hashes of the contexts and the names of two sets of weights to a bit."""

    def __init__(self, coder, bits):
        self.coder, self.bits = coder, bits
        self.slots = collections.defaultdict(lambda: [1 << 21, 0])
        self.sets = collections.defaultdict(Weights)

    def mixed(self, hashes, first, second):
        inputs = []
        for h in hashes:
            slot = self.slots[slot_of(h, self.bits)]
            inputs.append((slot, STRETCH[slot[0] >> 10]))
        sets = self.sets[first], self.sets[second]
        bit = self.coder.told(SQUASH[(sum(weights.predict(inputs) for weights in sets) >> 1) + 2815])
        for weights in sets:
            weights.learn(inputs, bit)
        for slot, _ in inputs:
            p, n = slot
            slot[:] = p + (((1 << 22) - 1) * bit - p) * (131072 // (2 * n + 3)) // 65536, min(20, n + 1)
        return bit
