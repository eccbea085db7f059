"""Starts the service once for each mode, runs every client against it, and stops it; then runs the helpers for tests in
other languages with their example tests, and each example app, as it is and with its mistakes, in the model. With --engines only the apps run, in these. Exit 0 when all went well.

    python run.py TOOL [CLIENT…]
    python run.py TOOL --engines ENGINE…
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

import example_apps

HERE = pathlib.Path(__file__).parent
#: The one that takes longest first.
CLIENTS = ["schemathesis", "firebase_admin", "pyrebase", "pyjwt", "providers"]
#: Both strictnesses with the tokens that they imply, and lenient with signed ones, which verifiers can verify.
MODES = {
    ("--strict",): CLIENTS + ["control"],
    ("--lenient",): CLIENTS,
    ("--lenient", "--tokens", "signed"): ["firebase_admin", "pyjwt"],
}


#: Those that the tool runs itself, and how.
AROUND = {"google_hosts": ["exec", "--google-hosts"]}
#: Those that need no service.
ALONE = ["scenario_schema"]

#: The helpers of Examples/clients, and what runs the tests beside them: by itself, and around `exec`.
HELPERS = {
    "pytest": [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
    "node": ["node", "--test", "orders.test.mjs"],
}


def main(tool, wanted):
    if wanted[:1] == ["--engines"]:
        return report(side_by_side({f"{app} in {engine}": (example_apps.run, tool, app, engine)
                                    for app in example_apps.APPS for engine in wanted[1:]}))
    known = CLIENTS + ["control"] + list(AROUND) + list(HELPERS) + ALONE + list(example_apps.APPS)
    unknown = set(wanted) - set(known)
    if unknown:
        sys.exit(f"test-clients: no client is called {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    # A service of its own for each client: what one leaves behind is not another's trouble.
    jobs = {(client, mode): (run, tool, mode, client) for mode, clients in MODES.items() for client in clients}
    jobs |= {(client, ()): (run_around, tool, client, verb) for client, verb in AROUND.items()}
    jobs |= {(check, ()): (run_alone, check) for check in ALONE}
    jobs |= {(helper, ()): (run_helper, tool, helper, command) for helper, command in HELPERS.items()}
    jobs |= {(app, ()): (example_apps.run, tool, app, "model") for app in example_apps.APPS}
    return report(side_by_side({" ".join([name, *mode]): job for (name, mode), job in jobs.items()
                                if not wanted or name in wanted}))


def side_by_side(jobs):
    """Runs the jobs, a few at once since each waits for its service, prints the output of each, and names those that failed."""
    failed = []
    with concurrent.futures.ProcessPoolExecutor(max_workers=(os.cpu_count() or 1) + 1) as pool:
        running = {name: pool.submit(captured, *job) for name, job in jobs.items()}
        for name, job in running.items():
            is_well, output = job.result()
            print(output, end="", flush=True)
            if not is_well:
                failed.append(name)
    return failed


def captured(job, *arguments):
    """What a job answers, and what it and its programs printed, in this process of the pool."""
    with tempfile.TemporaryFile() as output:
        for descriptor in (1, 2):
            os.dup2(output.fileno(), descriptor)
        is_well = job(*arguments)
        sys.stdout.flush()
        output.seek(0)
        return is_well, output.read().decode(errors="replace")


def report(failed):
    print(f"test-clients: {'failed: ' + ', '.join(failed) if failed else 'all clients passed'}", flush=True)
    return 1 if failed else 0


def clean_environment():
    """This process's own, without what would lead a client elsewhere."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "SESSION_BRIDGE_TRUST": "1"}
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "GOOGLE_APPLICATION_CREDENTIALS",
                 "FIREBASE_AUTH_EMULATOR_HOST", "SESSION_BRIDGE"):
        environment.pop(name, None)
    return environment


def run_around(tool, client, verb):
    print(f"\n{client}: {' '.join(verb)}", flush=True)
    command = [tool, *verb, "--", sys.executable, HERE / f"{client}_client.py"]
    return subprocess.run(command, env=clean_environment()).returncode == 0


def run_alone(check):
    return subprocess.run([sys.executable, HERE / f"{check}.py"]).returncode == 0


def run_helper(tool, helper, command):
    """Whether a helper's own tests pass, with services that it starts; and where it can, with those of `exec`."""
    folder = HERE.parent.parent / "Examples" / "clients" / helper
    tool = os.path.abspath(tool)
    # The example app's packages, as a developer who has activated the environment has them.
    path = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {**clean_environment(), "SESSION_BRIDGE_TOOL": tool, "PATH": path}
    # The app that pytest's example is about is started by its project file, which exec does not read.
    ways = [[]] if helper == "pytest" else [[], [tool, "exec", "--quiet", "--"]]
    is_well = True
    for way in ways:
        print(f"\n{helper}: {' '.join(way[1:2]) or 'by itself'}", flush=True)
        done = subprocess.run([*way, *command], cwd=folder, env=environment, timeout=300)
        is_well = is_well and done.returncode == 0
        print(f"{'ok  ' if done.returncode == 0 else 'FAIL'}  {helper}", flush=True)
    return is_well and (helper != "node" or finds_its_project(folder, environment))


#: A test in a folder of an app's, and whose services it has to meet.
NODE_TEST = """
import assert from "node:assert/strict";
import { test } from "node:test";
import { SessionBridge } from "./session-bridge.mjs";
test("the services are those of the test's project", async () => {
    const bridge = await SessionBridge.start(%s);
    try { assert.equal(bridge.project, "%s"); } finally { await bridge.stop(); }
});
"""


def finds_its_project(helper, environment):
    """Whether the project file of the test's file is the one that counts, wherever Node was started."""
    is_well = True
    with tempfile.TemporaryDirectory() as folder:
        app, other = pathlib.Path(folder, "app"), pathlib.Path(folder, "other")
        for place, project in ((app, "app-of-mine"), (other, "other-app")):
            (place / "tests").mkdir(parents=True)
            (place / "session-bridge.yaml").write_text(f"version: 1\nauth: {{ project: {project} }}\n")
        shutil.copy(helper / "session-bridge.mjs", app / "tests")
        for started, options, project in (
                (app, "", "app-of-mine"), (pathlib.Path("/"), "", "app-of-mine"), (other, "", "app-of-mine"),
                (other, '{ options: ["--project-file", "../../other/session-bridge.yaml"] }', "other-app"),
                (app, '{ folder: process.cwd() + "/../other" }', "other-app")):
            (app / "tests" / "own.test.mjs").write_text(NODE_TEST % (options, project))
            done = subprocess.run(
                ["node", "--test", app / "tests" / "own.test.mjs"], cwd=started, env=environment, timeout=100,
                stdout=subprocess.PIPE, text=True)
            is_well = is_well and done.returncode == 0
            print(f"{'ok  ' if done.returncode == 0 else 'FAIL'}  node: {project} from {started.name or '/'} {options}",
                  flush=True)
            if done.returncode != 0:
                print(done.stdout, flush=True)
    return is_well


def run(tool, mode, client):
    service = subprocess.Popen(
        [tool, "serve", "--json", "--show-secrets", "--quiet", "--port-base", "0", "--ephemeral", *mode], stdout=subprocess.PIPE, text=True)
    try:
        line = service.stdout.readline()
        if not line:
            print(f"FAIL  {client}: the service did not start", flush=True)
            return False
        print(f"\n{client}: against {json.loads(line)['auth']} {' '.join(mode)}", flush=True)
        environment = {**clean_environment(), "SESSION_BRIDGE": line}
        done = subprocess.run([sys.executable, HERE / f"{client}_client.py"], env=environment)
        is_well = done.returncode == 0
        if service.poll() is not None:
            print(f"FAIL  {client}: the service ended meanwhile, with {service.returncode}", flush=True)
            return False
    finally:
        if service.poll() is None:
            service.send_signal(signal.SIGTERM)
        try:
            code = service.wait(timeout=30)
        except subprocess.TimeoutExpired:
            service.kill()
            code = service.wait()
    if code != 0:
        print(f"FAIL  {client}: the service ended with {code} when it was asked to stop", flush=True)
    return is_well and code == 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
