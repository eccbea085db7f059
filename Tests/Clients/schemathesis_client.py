"""schemathesis: makes requests of what `/emulator/openapi.json` says, good and bad ones, and holds the answers to it."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import requests

from served import *

# All that a client could stumble over: a failure of the service, another status, type or shape than is promised.
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "12")


@check("the document is an OpenAPI document that names every path")
def _():
    document = get("/emulator/openapi.json")
    assert document["openapi"].startswith("3."), document["openapi"]
    paths = " ".join(document["paths"])
    for verb in ("accounts:signUp", "accounts:lookup", "accounts:signInWithIdp", "accounts:batchGet",
                 "mfaEnrollment:start", "mfaSignIn:finalize", "/v1/token", "/tenants", "oobCodes"):
        assert verb in paths, verb


def survives(*credential):
    """Runs schemathesis in a process of its own, with its own configuration, and passes its report on when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(sys.executable).parent / "schemathesis"
        configuration = pathlib.Path(__file__).parent / "schemathesis.toml"
        done = subprocess.run(
            [program, "--config-file", configuration, "run", AUTH + "/emulator/openapi.json", "--url", AUTH,
             "--checks", CHECKS, "--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES,
             "--generation-deterministic", "--no-color", *credential],
            env={**os.environ, "SCHEMATHESIS_PROJECT": PROJECT}, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800)
    tested = re.search(r"Test cases:\s*(\d+)", done.stdout)
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-20_000:])
        raise AssertionError(f"schemathesis exits with {done.returncode}; its report is above")
    print(f"      {tested.group(1) if tested else 'nobody counted how many'} requests", flush=True)


@check("what an administrator may send, and what nobody should")
def _():
    survives("--header", "Authorization: Bearer owner")


@check("the same with an API key")
def _():
    survives("--header", "x-goog-api-key: any")


@check("and after a reset it answers as before")
def _():
    # Whatever was switched off meanwhile: settings are what an administrator may send, too.
    control("/__bridge/reset", {})
    equal(get("/")["authEmulator"]["ready"], True)
    call("accounts:signUp", email=fresh_email(), password="correct-horse")


run("schemathesis")
