"""Attacks a served world, and the verbs that read foreign input, for some minutes.

    python3 soak.py TOOL --minutes 10 [--seed N] [--keep FOLDER]

It looks for what must never happen: a service that dies or answers 500, a verb that crashes or does not end, a forged
token that is accepted, a user who was acknowledged and is gone after `kill -9`, memory or descriptors that only grow, a
secret in anything that is printed or logged. Input that does one of these is kept in FOLDER.
"""

import argparse
import pathlib
import random
import re
import sys
import tempfile
import time

import mutation
from served import Served, Gone
from verbs import Verbs

#: Stands in every password, claim and token that the soak makes up: nothing that is written may have it.
CANARY = "cAnArY7f3Kq9Zx2Lm5Vb8Nw1Tj4Hs6Rd0"


class Soak:
    def __init__(self, tool, seed, folder):
        self.random = random.Random(seed)
        self.folder = folder
        self.counts = {}
        self.faults = []
        self.acknowledged = set()
        self.outputs = [folder / "serve.log"]
        self.served = Served(tool, folder)
        self.verbs = Verbs(tool, folder, CANARY)

    def count(self, what, by=1):
        self.counts[what] = self.counts.get(what, 0) + by

    def fault(self, what, data=b""):
        place = self.folder / f"fault-{len(self.faults) + 1}.bin"
        place.write_bytes(data)
        self.faults.append(f"{what} ({place})")
        print(f"soak: FAULT {what} ({place})", flush=True)

    # The attacks

    def raw_requests(self):
        """Requests whose bytes are damaged, at every port; whatever is answered, the next one gets an answer too."""
        port = self.random.choice(list(self.served.ports.values()))
        data = self.random.choice(self.served.request_templates(CANARY))
        damaged = mutation.of_bytes(self.random, data)
        status = self.served.send_bytes(port, damaged)
        self.count("damaged requests")
        if status is not None and status >= 500 and status not in (501, 503, 505):
            self.fault(f"a damaged request was answered {status}", damaged)

    def api_bodies(self):
        """Bodies of the right shape with wrong values, and bodies of no shape at all."""
        path, body, headers = self.random.choice(self.served.api_calls(CANARY))
        data = mutation.json_text(mutation.of_json(self.random, body))
        if self.random.random() < 0.1:
            data = mutation.nested(self.random)
        status, _ = self.served.post("auth", path, data, headers)
        self.count("API bodies")
        if status >= 500 and status not in (501, 503):
            self.fault(f"{path} answered {status}", data)

    def control_bodies(self):
        method, path, data = self.random.choice(self.served.control_calls(self.random))
        status, _ = self.served.request("control", method, path, data, {"Content-Type": "application/json"})
        self.count("control bodies")
        if status >= 500 and status != 503:
            self.fault(f"{method} {path} answered {status}", data)
        self.served.right_the_clock()

    def forged_tokens(self):
        """Damaged tokens; the only one that counts is the one that was issued."""
        token = self.served.id_token(CANARY)
        damaged = self.random.choice([
            mutation.of_bytes(self.random, token.encode(), most=2),
            ".".join(token.split(".")[:2] + [""]).encode(),
            re.sub(rb"^[^.]+", b"eyJhbGciOiJub25lIn0", token.encode()),
        ])
        if damaged == token.encode():
            return
        for name, path, body in self.served.token_calls(damaged.decode("latin-1")):
            status, _ = self.served.post(name, path, mutation.json_text(body), {})
            self.count("forged tokens")
            # A signature's last letter has two bits that say nothing; strict decoders refuse those too.
            if status == 200:
                self.fault(f"a forged token was taken by {path}", damaged)

    def foreign_input(self):
        """Scenarios, seeds, cookies, pages and scripts that the verbs read."""
        fault, data = self.verbs.attack(self.random)
        self.count("inputs of verbs")
        if fault:
            self.fault(fault, data)

    def kill(self):
        """Sign-ups from several clients, `kill -9` in the middle, and a look at who is still there."""
        acknowledged = self.served.sign_up_until_killed(self.random, CANARY)
        self.acknowledged.update(acknowledged)
        self.count("kills")
        self.served.start()
        lost = [uid for uid in acknowledged if not self.served.has_user(uid)]
        if lost:
            self.fault(f"{len(lost)} of {len(acknowledged)} acknowledged users are gone: {lost[:3]}")

    # The whole

    def run(self, seconds):
        attacks = [
            (self.raw_requests, 40), (self.api_bodies, 40), (self.control_bodies, 10), (self.forged_tokens, 20),
            (self.foreign_input, 6), (self.kill, 0.3),
        ]
        self.served.start()
        self.kill()
        warm = None
        start = time.monotonic()
        while time.monotonic() - start < seconds and len(self.faults) < 10:
            attack = self.random.choices([attack for attack, _ in attacks], [weight for _, weight in attacks])[0]
            try:
                attack()
            except Gone as gone:
                self.fault(f"the service did not answer during {attack.__name__}: {gone}", gone.data)
                self.served.start()
            if warm is None and time.monotonic() - start > min(20, seconds / 3):
                warm = self.served.usage()
        self.bounds(warm)
        lost = [uid for uid in self.acknowledged if not self.served.has_user(uid)]
        if lost:
            self.fault(f"{len(lost)} of {len(self.acknowledged)} acknowledged users are gone at the end")
        self.served.stop()
        self.canaries()
        self.tell(time.monotonic() - start)
        return 1 if self.faults else 0

    def bounds(self, warm):
        """The trace is a ring and requests end, so neither memory nor descriptors go on growing."""
        end = self.served.usage()
        if warm is None or end is None:
            print("soak: memory and descriptors are not looked at here: there is no /proc")
            return
        self.memory = (warm, end)
        if end.resident > 600 << 20:
            self.fault(f"{end.resident >> 20} MB are resident")
        if end.descriptors > 256:
            self.fault(f"{end.descriptors} descriptors are open")

    def canaries(self):
        """The secret in all that was written, in the state folder too; as it is and as its parts."""
        needles = [CANARY.encode(), CANARY[:16].encode()]
        for path in [*self.outputs, *self.verbs.outputs(), *self.served.state.rglob("*")]:
            if path.is_file():
                self.count("files searched for canaries")
                data = path.read_bytes()
                for needle in needles:
                    if needle in data:
                        at = data.index(needle)
                        self.fault(f"a secret stands in {path}", data[max(at - 200, 0):at + 200])
                        break

    def tell(self, seconds):
        print(f"soak: {seconds:.0f} s, " + ", ".join(f"{value} {name}" for name, value in sorted(self.counts.items())))
        print(f"soak: {len(self.acknowledged)} users acknowledged around kill -9")
        if getattr(self, "memory", None):
            warm, end = self.memory
            print(
                f"soak: resident {warm.resident >> 20} MB warm, {end.resident >> 20} MB at the end;"
                f" descriptors {warm.descriptors}, {end.descriptors}")
        print(f"soak: {'nothing broke' if not self.faults else f'{len(self.faults)} faults'}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("tool", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, help="repeats a run's inputs; random when left out")
    parser.add_argument("--keep", type=pathlib.Path, help="where logs and faulty inputs go; a new folder when left out")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else random.SystemRandom().randrange(1 << 32)
    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="soak-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"soak: seed {seed}, {options.minutes:g} minutes, {folder}", flush=True)
    sys.exit(Soak(options.tool.resolve(), seed, folder).run(options.minutes * 60))


if __name__ == "__main__":
    main()
