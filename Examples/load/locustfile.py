"""Load on a handoff: Locust's users are phones, each a device of a `session-bridge handoff --stdio`.

    locust --headless --processes 2 --users 16 --spawn-rate 16 --run-time 30s

Each worker starts its own processes; what a handoff ended with is counted under the code of its root cause.
"""

import itertools
import json
import os
import random
import shlex
import time

import gevent
from gevent import subprocess
from gevent.event import AsyncResult
from gevent.lock import BoundedSemaphore
from locust import User, constant, events, task
from locust.runners import MasterRunner


@events.init_command_line_parser.add_listener
def _(parser):
    parser.add_argument("--tool", default=os.environ.get("SESSION_BRIDGE_TOOL", "session-bridge"),
                        help="the program, and what goes before --stdio's own options")
    parser.add_argument("--options", default="",
                        help="options of handoff --stdio, such as --project-file or --auth, --backend and --web")
    parser.add_argument("--bridges", type=int, default=1, help="processes that each worker starts")
    parser.add_argument("--inject", default="user-script",
                        help="ways to hand the session over, with weights: user-script=9,cookie-store=1")
    parser.add_argument("--profiles", default="", help="profiles to draw from: ios17,ios18")
    parser.add_argument("--pause", type=float, default=0, help="seconds between two handoffs of one phone")


class Bridge:
    """One process, and the answers that somebody waits for."""

    def __init__(self, options):
        command = [options.tool, "handoff", "--stdio", "--jobs", "64", *shlex.split(options.options)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.waiting = {}
        self.ids = itertools.count(1)
        self.turn = BoundedSemaphore()
        gevent.spawn(self.read)

    def ask(self, **members):
        """The answer to one line. Raises when the process ends before it comes."""
        number, answer = next(self.ids), AsyncResult()
        self.waiting[number] = answer
        line = json.dumps({"id": number, **members}).encode() + b"\n"
        # A line of its own for each: another phone may wait for the pipe meanwhile.
        with self.turn:
            self.process.stdin.write(line)
            self.process.stdin.flush()
        return answer.get(timeout=120)

    def read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            self.waiting.pop(answer["id"]).set(answer)
        for answer in self.waiting.values():
            answer.set_exception(RuntimeError(f"handoff --stdio ended with {self.process.wait()}"))

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


BRIDGES = []


@events.test_start.add_listener
def start(environment, **_):
    # The master starts nobody; with --processes each worker is a process of its own.
    if not isinstance(environment.runner, MasterRunner):
        BRIDGES.extend(Bridge(environment.parsed_options) for _ in range(environment.parsed_options.bridges))


@events.test_stop.add_listener
def stop(environment, **_):
    while BRIDGES:
        bridge = BRIDGES.pop()
        statistics = bridge.ask(op="stats")
        print(json.dumps({"pid": bridge.process.pid, **statistics, "exit_code": bridge.end()}), flush=True)


class Unwell(Exception):
    """How a handoff ended; Locust counts those of one text together."""


class Phone(User):
    """One person's phone: signs in once, then opens the page over and over, each time from a fresh web view."""

    wait_time = constant(0)
    numbers = itertools.count(1)

    def on_start(self):
        options = self.environment.parsed_options
        number = next(Phone.numbers)
        self.bridge = BRIDGES[number % len(BRIDGES)]
        self.person = {"device": f"phone-{number}", "email": f"load-{os.getpid()}-{number}@example.com"}
        if options.profiles:
            self.person["profile"] = random.choice(options.profiles.split(","))
        ways = [way.partition("=") for way in options.inject.split(",")]
        self.ways, self.weights = [way for way, _, _ in ways], [int(weight or 1) for _, _, weight in ways]
        self.ask("sign-in", op="sign-in")

    @task
    def hand_over(self):
        way = random.choices(self.ways, self.weights)[0]
        self.ask(f"handoff {way}", op="handoff", inject=way)
        gevent.sleep(self.environment.parsed_options.pause)

    def ask(self, name, **members):
        """Counts an answer, with the time that the phone has waited for it; steps have the time that they took."""
        start = time.perf_counter()
        answer = self.bridge.ask(**members, **self.person)
        waited = (time.perf_counter() - start) * 1000
        error = None
        if answer["outcome"] == "refused":
            error = Unwell("{code}: {message}".format(**answer["error"]))
        elif answer["outcome"] == "failed" or answer.get("verdict", "signed-in") != "signed-in":
            cause = answer.get("root_cause", {"code": ",".join(answer["reasons"]), "fix": ""})
            error = Unwell("{code} → {fix}".format(**cause))
        events.request.fire(
            request_type="bridge", name=name, response_time=waited, response_length=0,
            exception=error, context={})
        for step, milliseconds in answer.get("timings", {}).items():
            events.request.fire(
                request_type="step", name=step, response_time=milliseconds, response_length=0, exception=None,
                context={})
