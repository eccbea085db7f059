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
#: `make test-all` asks for everything. Otherwise each credential and strictness gets a few random requests, and only an
#: administrator in strict mode every boundary of the document.
ALL = os.environ.get("SCHEMATHESIS") == "all"
EXAMPLES = "12" if ALL else "4"


@check("the document is an OpenAPI document that names every path")
def _():
    document = get("/emulator/openapi.json")
    assert document["openapi"].startswith("3."), document["openapi"]
    paths = " ".join(document["paths"])
    for verb in ("accounts:signUp", "accounts:lookup", "accounts:signInWithIdp", "accounts:batchGet",
                 "mfaEnrollment:start", "mfaSignIn:finalize", "/v1/token", "/tenants", "oobCodes"):
        assert verb in paths, verb


def survives(*options, file="schemathesis.toml"):
    """Runs schemathesis in a process of its own, with its own configuration, and passes its report on when it fails."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(sys.executable).parent / "schemathesis"
        configuration = pathlib.Path(__file__).parent / file
        done = subprocess.run(
            [program, "--config-file", configuration, "run", AUTH + "/emulator/openapi.json", "--url", AUTH,
             "--checks", CHECKS, "--generation-deterministic", "--no-color", *options],
            env={**os.environ, "SCHEMATHESIS_PROJECT": PROJECT}, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800)
    tested = re.search(r"Test cases:\s*(\d+)", done.stdout)
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-20_000:])
        raise AssertionError(f"schemathesis exits with {done.returncode}; its report is above")
    print(f"      {tested.group(1) if tested else 'nobody counted how many'} requests", flush=True)
    return done.stdout


def survives_any(*credential, at_boundaries):
    """Good requests and bad ones, each for itself."""
    phases = "examples,coverage,fuzzing" if at_boundaries or ALL else "examples,fuzzing"
    survives("--phases", phases, "--max-examples", EXAMPLES, *credential)


def survives_what_follows(paths, *credential):
    """Good requests along the document's links: with the tokens, codes and ids that the replies before have given."""
    report = survives("--phases", "stateful", "--include-path-regex", paths, *credential,
                      file="schemathesis-stateful.toml")
    links = re.search(r"API Links:\s*(\d+) covered", report)
    assert links and int(links.group(1)) > 0, "no link was followed"
    print(f"      {links.group(1)} links", flush=True)


@check("what an administrator may send, and what nobody should")
def _():
    survives_any("--header", "Authorization: Bearer owner", at_boundaries=IS_STRICT)


@check("the same with an API key")
def _():
    survives_any("--header", "x-goog-api-key: any", at_boundaries=False)


@check("what an administrator does with users, tenants and providers that are there")
def _():
    control("/__bridge/reset", {})
    survives_what_follows(r"^/identitytoolkit.googleapis.com/v[12]/projects/.project./(accounts|tenants(/.id.)?$|[a-zA-Z]*Configs)",
                          "--header", "Authorization: Bearer owner")


@check("what a user does who is signed in")
def _():
    survives_what_follows(r"^/(identitytoolkit|securetoken).googleapis.com/v[12]/(accounts:(signUp|lookup|update|delete|send|signInWithP)|token|accounts/)",
                          "--header", "x-goog-api-key: any")


@check("and after a reset it answers as before")
def _():
    # Whatever was switched off meanwhile: settings are what an administrator may send, too.
    control("/__bridge/reset", {})
    equal(get("/")["authEmulator"]["ready"], True)
    call("accounts:signUp", email=fresh_email(), password="correct-horse")


run("schemathesis")
