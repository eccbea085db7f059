"""pytest over session-bridge: its services, their clock, people, and handoffs, as fixtures.

Copy this file beside your conftest.py, in which you write  pytest_plugins = ["pytest_session_bridge"].  The services are
those of `session-bridge exec -- pytest`, or else are started with the first test that wants them, with the options that
`session_bridge_options` in pytest.ini names, by the program that SESSION_BRIDGE_TOOL names. What a test leaves behind is gone before the next one.
"""

import itertools
import json
import os
import shlex
import subprocess
import urllib.error
import urllib.request

import pytest


def pytest_addoption(parser):
    parser.addini("session_bridge_options", "options of session-bridge serve, such as --project-file FILE", default="")


class Refused(Exception):
    """What a control endpoint or the auth service answered instead of 200."""


def call(method, url, body=None):
    """The JSON that an address answers with."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    # Nobody's proxy has a word in what stays on this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=30) as answer:
            return json.loads(answer.read() or b"{}")
    except urllib.error.HTTPError as error:
        raise Refused(f"{error.code} {error.read().decode(errors='replace')[:300]}") from None


class SessionBridge:
    """The services: `auth`, `backend`, `web`, `control`, `project` and what else `serve --json` tells."""

    def __init__(self, tool, addresses):
        self.tool, self.addresses = tool, addresses

    def __getattr__(self, name):
        try:
            return self.addresses[name]
        except KeyError:
            raise AttributeError(name) from None

    def control(self, method, path, body=None):
        return call(method, f"{self.addresses['control']}/__bridge/{path}", body)

    def reset(self):
        self.control("POST", "reset", {})

    def faults(self, *faults):
        """What goes wrong in the auth service from now on: {"endpoint": "token", "effect": "status", "status": 503}."""
        self.control("PUT", "faults", {"faults": list(faults)})

    def inbox(self):
        return self.control("GET", "inbox")


class Clock:
    """The world's clock."""

    def __init__(self, bridge):
        self.bridge = bridge

    @property
    def now(self):
        return self.bridge.control("GET", "clock")["now"]

    def advance(self, duration):
        """By 61m, 10s or -1h."""
        self.bridge.control("POST", "clock", {"advance": duration})

    def freeze(self, now=None):
        self.bridge.control("POST", "clock", {"frozen": True, **({"now": now} if now else {})})

    def skew(self, **parties):
        """Of device, backend or web: skew(backend="-3s")."""
        self.bridge.control("POST", "clock", {"skew": parties})


class User:
    """Somebody with an account."""

    def __init__(self, bridge, email, password):
        self.email, self.password = email, password
        self.answer = call("POST", f"{bridge.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any",
                           {"email": email, "password": password, "returnSecureToken": True})
        self.uid, self.id_token = self.answer["localId"], self.answer["idToken"]


class Answer(dict):
    """What came of a request; a failing assertion shows its cause and its fix."""

    __getattr__ = dict.get

    @property
    def is_signed_in(self):
        return self.verdict == "signed-in"

    def __repr__(self):
        why = self.root_cause or self.error
        because = f", {why['code']}: {why['message']} → {why['fix']}" if why else ""
        return f"<{self.verdict or self.outcome}{because}>"


class Handoffs:
    """A `session-bridge handoff --stdio` on the services; called, it hands a session over on a new phone."""

    def __init__(self, bridge, options, folder=None):
        command = [bridge.tool, "handoff", "--stdio", "--auth", bridge.auth, "--backend", bridge.backend_tls, "--web",
                   bridge.web_tls, "--ca", bridge.ca, "--project", bridge.project, *options]
        # Paths among the options are those of pytest.ini, as they are for `serve`.
        self.process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ids = itertools.count(1)

    def __call__(self, user=None, op="handoff", **members):
        if user is not None:
            members |= {"email": user.email, "password": user.password}
        try:
            self.process.stdin.write(json.dumps({"id": next(self.ids), "op": op, **members}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            # No later test could do better: this is said once.
            pytest.exit(f"handoff --stdio ended with {self.process.wait()}; standard error says why", returncode=1)
        return Answer(json.loads(line))

    def end(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        return self.process.wait(timeout=30)


@pytest.fixture(scope="session")
def session_bridge_started(pytestconfig):
    """The services, as long as the tests run."""
    tool = os.environ.get("SESSION_BRIDGE_TOOL", "session-bridge")
    names = ("auth", "backend", "backend_tls", "web", "web_tls", "control", "ca", "project")
    if "SESSION_BRIDGE_CONTROL" in os.environ:
        yield SessionBridge(tool, {name: os.environ[f"SESSION_BRIDGE_{name.upper()}"] for name in names})
        return
    options = shlex.split(pytestconfig.getini("session_bridge_options"))
    with subprocess.Popen([tool, "serve", "--json", "--quiet", "--ephemeral", "--port-base", "0", *options],
                          cwd=pytestconfig.rootpath, stdout=subprocess.PIPE, text=True) as service:
        try:
            line = service.stdout.readline()
            if not line:
                pytest.exit(f"session-bridge serve ended with {service.wait()}; standard error says why")
            yield SessionBridge(tool, json.loads(line))
        finally:
            service.terminate()
            service.wait(timeout=30)


@pytest.fixture(scope="session")
def handoffs_started(session_bridge_started, pytestconfig):
    handoffs = Handoffs(session_bridge_started, shlex.split(pytestconfig.getini("session_bridge_options")),
                        pytestconfig.rootpath)
    yield handoffs
    assert handoffs.end() == 0


@pytest.fixture
def session_bridge(session_bridge_started):
    yield session_bridge_started
    session_bridge_started.reset()


@pytest.fixture
def clock(session_bridge):
    return Clock(session_bridge)


@pytest.fixture
def user(session_bridge):
    return User(session_bridge, "taro@example.com", "correct-horse")


@pytest.fixture
def handoff(session_bridge, handoffs_started):
    return handoffs_started
