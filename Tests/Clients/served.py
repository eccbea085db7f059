"""The service that the clients run against, and the lines that say what they ran."""

import contextlib
import json
import os
import pathlib
import sys
import traceback
import urllib.parse

import requests


def _around():
    """The world of a client that `session-bridge exec` runs, from the variables that it sets."""
    names = ("auth", "control", "project", "ca")
    return {name: os.environ[f"SESSION_BRIDGE_{name.upper()}"] for name in names} | {
        "strictness": "strict", "tokens": "signed", "service_account": os.environ["GOOGLE_APPLICATION_CREDENTIALS"]}


#: The first line of `session-bridge serve --json`.
WORLD = json.loads(os.environ["SESSION_BRIDGE"]) if "SESSION_BRIDGE" in os.environ else _around()
AUTH = WORLD["auth"]
PROJECT = WORLD["project"]
IS_STRICT = WORLD["strictness"] == "strict"
IS_SIGNED = WORLD["tokens"] == "signed"
#: Where the service keeps the account whose key makes custom tokens.
SERVICE_ACCOUNT = WORLD.get("service_account") or str(pathlib.Path(WORLD["ca"]).parent / "service-account.json")

_checks = []
_made = iter(range(1, 1_000_000))


def check(name, when=True):
    """Adds a function to what this client proves; `when` is false where the claim does not hold."""

    def add(function):
        if when:
            _checks.append((name, function))
        return function

    return add


def run(client):
    """Runs all checks, prints a line for each, and exits with 1 when one failed."""
    form = f"{WORLD['strictness']}, {WORLD['tokens']} tokens"
    failed = 0
    for name, function in _checks:
        try:
            function()
            print(f"ok    {client} ({form}): {name}", flush=True)
        except Exception as error:  # a client may raise anything; each is a failure of its check
            failed += 1
            where = traceback.extract_tb(error.__traceback__)
            line = next((frame for frame in reversed(where) if frame.filename.startswith(os.path.dirname(__file__))), None)
            place = f" (line {line.lineno}: {line.line})" if line else ""
            print(f"FAIL  {client} ({form}): {name}: {type(error).__name__}: {error}{place}", flush=True)
    print(f"{'FAIL' if failed else 'ok'}    {client} ({form}): {len(_checks) - failed} of {len(_checks)} checks", flush=True)
    sys.exit(1 if failed else 0)


@contextlib.contextmanager
def refused(kind, containing=""):
    """Expects an exception of `kind` whose text holds `containing`."""
    try:
        yield
    except kind as error:
        assert containing in str(error), f"{containing!r} is not in {error!r}"
    else:
        raise AssertionError(f"was not refused with {kind.__name__} {containing}")


def equal(a, b):
    assert a == b, f"{a!r} is not {b!r}"


def fresh(kind="user"):
    """A name that no other check uses."""
    return f"{kind}-{os.getpid()}-{next(_made)}"


def fresh_email():
    return f"{fresh()}@example.com"


def fresh_phone():
    return f"+8190{os.getpid() % 10000:04d}{next(_made):04d}"


class Refusal(Exception):
    """What the service answered instead of 200."""


def call(verb, **fields):
    """A call as a client SDK makes it, with an API key. The verb is `accounts:signUp`, say."""
    return post(f"/identitytoolkit.googleapis.com/v1/{verb}?key=any", fields)


def admin(method, path, fields=None):
    """A call with an administrator's credential, `/v2/projects/demo-bridge/tenants`, say."""
    headers = {"Authorization": "Bearer owner"}
    return _answer(requests.request(
        method, AUTH + "/identitytoolkit.googleapis.com" + path, json=fields, headers=headers, timeout=30))


def post(path, fields):
    return _answer(requests.post(AUTH + path, json=fields, timeout=30))


def get(path):
    return _answer(requests.get(AUTH + path, timeout=30))


def refresh(token):
    return _answer(requests.post(
        AUTH + "/securetoken.googleapis.com/v1/token?key=any",
        data={"grant_type": "refresh_token", "refresh_token": token}, timeout=30))


def control(path, fields):
    """A call of the control endpoints: clock, keys."""
    return _answer(requests.post(WORLD["control"] + path, json=fields, timeout=30))


@contextlib.contextmanager
def later(duration):
    """The world's clock is so much ahead inside the block."""
    control("/__bridge/clock", {"advance": duration})
    try:
        yield
    finally:
        control("/__bridge/clock", {"advance": "-" + duration})


def _answer(response):
    if response.status_code != 200:
        try:
            message = response.json()["error"]["message"]
        except (ValueError, KeyError, TypeError):
            message = response.text[:300]
        raise Refusal(f"{response.status_code} {message}")
    return response.json() if response.content else {}


def codes(project=PROJECT, tenant=None):
    """The mails that the service would have sent, oldest first."""
    part = f"/tenants/{tenant}" if tenant else ""
    return get(f"/emulator/v1/projects/{project}{part}/oobCodes")["oobCodes"]


def query(url):
    return {name: values[0] for name, values in urllib.parse.parse_qs(urllib.parse.urlsplit(url).query).items()}


def redirect_google():
    """Leads calls of Google's hosts to the service, for clients whose addresses cannot be changed."""
    original = requests.adapters.HTTPAdapter.send

    def send(self, request, *arguments, **options):
        parts = urllib.parse.urlsplit(request.url)
        if parts.hostname and parts.hostname.endswith(".googleapis.com"):
            request.url = f"{AUTH}/{parts.hostname}{parts.path}" + (f"?{parts.query}" if parts.query else "")
        return original(self, request, *arguments, **options)

    requests.adapters.HTTPAdapter.send = send
