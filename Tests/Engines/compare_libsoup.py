"""Asks libsoup and our jar, as `webkitgtk`, the same random questions; fails on the first answers that differ.

    compare_libsoup.py TOOL [SEED [CASES]]

The profile is of libsoup 3.2: another version is named, and not compared.
"""
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HOSTS = ["app.example.com", "www.app.example.com", "example.com", "127.0.0.1", "co.uk", "foo.co.uk", "me.github.io",
         "github.io", "localhost", "other.test"]
NAMES = ["a", "b", "sid", "", "__Host-x", "__Secure-y", "A", "a b", "%41", " a ", '"q"']
VALUES = ["1", "2", "", "x=y", '"1;2"', "a,b", "  v  ", "\tv", "é", "v\x01w", "a\tb", "v\x7f", '"q"']
DATES = ["Wed, 09 Jun 2027 10:18:14 GMT", "Wednesday, 09-Jun-27 10:18:14 GMT", "Wed Jun 09 10:18:14 2027",
         "9 Jun 2027 10:18:14", "10:18:14 09 jun 2027", "09 Jun 2027 1:2:3", "Wed, 09 Jun 2027 10:18:14 +0200",
         "31 Feb 2027 10:00:00", "2027-06-09T10:18:14Z", "garbage", "", "0", "-1", "Thu, 01 Jan 1970 00:00:00 GMT",
         "Fri, 31 Dec 9999 23:59:59 GMT", "Wed, 09 Jun 70 10:18:14 GMT", "Wed, 09 Jun 69 10:18:14 GMT",
         "Wed, 09 Jun 1600 10:18:14 GMT", "Wed, 09 Jun 2020 10:18:14 GMT"]
DOMAINS = HOSTS + [".example.com", "EXAMPLE.COM", "com", ".", "..example.com", "example.com.", "0.0.1", "", ".co.uk",
                   "x.app.example.com"]
PATHS = ["/", "/a", "/a/", "/a/b", "/ab", "/A", "/a/b/c", "/%61"]
AGES = ["60", "0", "-1", "abc", "", "+5", "5.9", "99999999999", '"60"', " 60 "]


def attribute(pick):
    return pick([
        lambda: pick(["Domain", "domain", "DOMAIN "]) + pick(["=", "= ", ""]) + pick(DOMAINS),
        lambda: pick(["Path", "path"]) + "=" + pick(["/", "/a", "/a/", "/a/b", "a", "", "/A", "/%61"]),
        lambda: "Secure" + pick(["", "=x"]),
        lambda: "HttpOnly",
        lambda: "SameSite=" + pick(["Lax", "Strict", "None", "lax", "foo", ""]),
        lambda: pick(["Max-Age", "max-age"]) + "=" + pick(AGES),
        lambda: "Expires=" + pick(DATES),
        lambda: pick(["foo", "foo=bar", "", "  ", "Partitioned"]),
    ])()


def line(dice):
    text = dice.choice(NAMES)
    if dice.random() < 0.9:
        text += dice.choice(["=", "=", "= ", " ="]) + dice.choice(VALUES)
    for _ in range(dice.randrange(4)):
        text += dice.choice(["; ", ";", " ; "]) + attribute(dice.choice)
    return text


def url(dice):
    return dice.choice(["http", "https"]) + "://" + dice.choice(HOSTS) + dice.choice(PATHS)


def case(dice):
    sets = [(url(dice), line(dice)) for _ in range(dice.randrange(1, 4))]
    asks = [(dice.choice(["get", "script-get"]), url(dice)) for _ in range(4)]
    return sets, asks + [("get", sets[-1][0]), ("script-get", sets[-1][0])]


def libsoup(cases):
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "libsoup_jar"
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libsoup-3.0"], check=True, capture_output=True,
                               text=True).stdout.split()
        source = Path(__file__).with_name("libsoup_jar.c")
        subprocess.run(["cc", "-O1", "-o", program, source, *flags], check=True)
        commands = []
        for sets, asks in cases:
            commands.append("reset")
            commands += [f"set\t{address}\t{text}" for address, text in sets]
            commands += [f"{kind}\t{address}" for kind, address in asks]
        run = subprocess.run([program], input="\n".join(commands).encode(), check=True, capture_output=True)
        return run.stdout.decode("utf-8", "replace").split("\n")


def ours(tool, cases):
    commands = []
    for sets, asks in cases:
        commands.append({"op": "profile", "name": "webkitgtk"})
        commands += [{"op": "set", "url": address, "header": text} for address, text in sets]
        commands += [{"op": kind, "url": address} for kind, address in asks]
    run = subprocess.run([tool, "cookies"], input="\n".join(map(json.dumps, commands)).encode(), check=True,
                         capture_output=True)
    return [json.loads(answer) for answer in run.stdout.decode().splitlines()]


def main():
    tool = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 5000
    found = subprocess.run(["pkg-config", "--modversion", "libsoup-3.0"], capture_output=True, text=True)
    if found.returncode != 0:
        print("compare: libsoup 3 is not installed; install libsoup-3.0-dev", file=sys.stderr)
        return 69
    version = found.stdout.strip()
    if not version.startswith("3.2."):
        print(f"compare: the profile webkitgtk is of libsoup 3.2, this is {version}: nothing was compared")
        return 0
    dice = random.Random(seed)
    cases = [case(dice) for _ in range(count)]
    theirs, mine = libsoup(cases), ours(tool, cases)
    asked = differences = place = 0
    for sets, asks in cases:
        decisions = mine[place + 1:place + 1 + len(sets)]
        place += 1 + len(sets)
        for kind, address in asks:
            answer = mine[place].get("header", mine[place].get("value"))
            place += 1
            if answer != theirs[asked]:
                differences += 1
                if differences <= 5:
                    print(f"compare: {kind} {address} after {sets}\n  libsoup {theirs[asked]!r}\n  ours    {answer!r}")
                    print("  decided", [(one["decision"], one["reasons"]) for one in decisions])
            asked += 1
    print(f"compare: {asked} questions to libsoup {version} with seed {seed}, {differences} answered otherwise")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
