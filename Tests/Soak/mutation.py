"""Seeded damage to inputs: bytes, JSON values, YAML and HTML texts."""

import json

#: Values that have broken parsers before.
STRANGE = [
    "", "\0", "\x1b[2J\x1b]0;x\x07", "\u202eevil", "\ud83d", "é" * 300, "%00%ff", "../../etc/passwd", "a" * 5000, "-0",
    "1e999", "NaN", "0x10", "9" * 40, "true", "null", "{{7*7}}", "${HOME}", "'; DROP TABLE accounts; --", "<img onerror=x>",
    "\r\nX-Injected: yes", "*" * 64, "&a", "!!python/object:os.system", "2147483648", "-9223372036854775809",
]
NUMBERS = [0, -1, 1, 255, 256, 2**31, -(2**31) - 1, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 1e308, -1e-308, 0.1]


def of_bytes(random, data, most=6):
    """Flips, cuts, doubles and inserts."""
    data = bytearray(data)
    for _ in range(random.randint(1, most)):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << random.randrange(8)
        elif kind == 1:
            del data[at:at + random.randint(1, 20)]
        elif kind == 2:
            data[at:at] = data[at:at + random.randint(1, 40)] * random.randint(1, 8)
        elif kind == 3:
            data[at:at] = bytes(random.randrange(256) for _ in range(random.randint(1, 8)))
        elif kind == 4:
            data[at:at] = random.choice(STRANGE).encode("utf-8", "surrogatepass")
        else:
            del data[at:]
    return bytes(data)


def of_json(random, value, depth=0):
    """Another value in one or a few places; the shape stays close enough to get past the first check."""
    if random.random() < 0.15:
        return random.choice([random.choice(STRANGE), random.choice(NUMBERS), None, True, [], {}, [value], {"a": value}])
    if isinstance(value, dict):
        changed = dict(value)
        for name in list(changed):
            if random.random() < 0.3:
                changed[name] = of_json(random, changed[name], depth + 1)
            elif random.random() < 0.05:
                del changed[name]
        if random.random() < 0.1:
            changed[random.choice(STRANGE)] = random.choice(STRANGE)
        return changed
    if isinstance(value, list):
        changed = [of_json(random, element, depth + 1) if random.random() < 0.5 else element for element in value]
        return changed * random.randint(0, 3) if random.random() < 0.1 else changed
    if random.random() < 0.5:
        return random.choice(STRANGE) if isinstance(value, str) else random.choice(NUMBERS)
    return value


def json_text(value):
    """As a client would send it, lone surrogates and infinities included."""
    return json.dumps(value).encode("utf-8", "surrogatepass")


def nested(random):
    """Deep or wide: what makes a parser work more than it reads."""
    depth = random.choice([50, 500, 5_000, 50_000])
    return random.choice([
        b"[" * depth, b'{"a":' * depth, b"[" * depth + b"]" * depth, b"a: " * depth, b"- " * depth,
        b"".join(b"a%d: &a%d [%s]\n" % (level, level, b",".join([b"*a%d" % (level - 1)] * 9) if level else b"x")
                 for level in range(random.choice([5, 9, 12]))),
        b"<div " + b"".join(b"a%d=1 " % index for index in range(depth)) + b">", b"<div>" * depth,
        b"a=" + b"b" * depth + b"; Path=/" * (depth // 50),
    ])
