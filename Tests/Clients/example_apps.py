"""The apps of Examples/apps, each run through `session-bridge run` as it is and with its mistakes."""

import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
#: Each app, and by the name of its project file what the first scenario comes to: a verdict, or a root cause. By where
#: the page is opened: the model, which runs no scripts of a page, or any real engine.
APPS = {
    "flask-exchange": {
        "model": {
            "session-bridge.yaml": "ok",
            "own-verifier.yaml": "ok",
            "behind-login.yaml": "exchange/redirected",
            "wrong-token.yaml": "exchange/id-token-came-back",
            "strict.yaml": "token/minted-for-emulator",
            "other-name.yaml": "handoff/other-name",
        },
        "engine": {
            "session-bridge.yaml": "ok",
            "own-verifier.yaml": "ok",
            "other-name.yaml": "handoff/other-name",
        },
    },
    "fastapi-session": {
        "model": {
            "session-bridge.yaml": "ok", "cookie-path.yaml": "send/path", "wrong-verifier.yaml": "page/session-refused",
        },
        "engine": {
            "session-bridge.yaml": "ok", "cookie-path.yaml": "send/path", "wrong-verifier.yaml": "page/session-refused",
        },
    },
    "node-exchange": {
        "model": {
            "session-bridge.yaml": "ok", "http-only.yaml": "script/http-only", "other-field.yaml": "exchange/not-accepted",
        },
    },
    "message-handler": {
        "engine": {"session-bridge.yaml": "ok", "wrong-function.yaml": "script/threw"},
    },
}


def run(tool, app, engine):
    """Whether each project file of the app comes to what it should, in one engine or in the model."""
    files = APPS[app].get("model" if engine == "model" else "engine", {})
    folder = ROOT / "Examples" / "apps" / app
    # The app's own packages, as a developer who has activated the environment has them.
    environment = {**os.environ, "PATH": f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}", "NO_COLOR": "1"}
    environment["PYTHONDONTWRITEBYTECODE"] = environment["SESSION_BRIDGE_TRUST"] = "1"
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        environment.pop(name, None)
    is_well = True
    with tempfile.TemporaryDirectory() as state:
        for project_file, expected in files.items():
            command = [os.path.abspath(tool), "run", "scenarios", "--project-file", project_file, "--state", state]
            command += ["--engine", engine]
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
            lines = [line.strip() for line in done.stdout.splitlines()]
            first = next(iter(lines), "no output")
            if expected != "ok":
                first = next((line for line in lines if line.startswith("cause")), "no cause")
            passes = done.returncode == 0 if expected == "ok" else done.returncode == 1 and f" {expected}:" in first
            is_well = is_well and passes
            print(f"{'ok  ' if passes else 'FAIL'}  {app} in {engine}: {project_file}: {first}", flush=True)
            if not passes:
                print(done.stdout + done.stderr, flush=True)
    return is_well
