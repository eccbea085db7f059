"""Writes the shell that is in packaging's YAML files into a folder, a file for each script: scripts_of.py FOLDER."""
import pathlib
import sys

from ruamel.yaml import YAML

into = pathlib.Path(sys.argv[1])
root = pathlib.Path(__file__).parent.parent.parent / "packaging"


def documents(path):
    return list(YAML(typ="safe").load_all((root / path).read_text()))


def write(name, first, text):
    (into / name).write_text(f"#!/bin/{first}\n{text}\n")


for number, step in enumerate(documents("github/action.yml")[0]["runs"]["steps"]):
    if "run" in step:
        write(f"github-action-{number}.bash", "bash\nset -e", step["run"])
for name, job in documents("github/workflow.yml")[0]["jobs"].items():
    for number, step in enumerate(job["steps"]):
        if "run" in step:
            write(f"github-{name}-{number}.bash", "bash\nset -e", step["run"])
for name, job in documents("gitlab/session-bridge.gitlab-ci.yml")[0].items():
    if name == "variables":
        continue
    for part in ("before_script", "script"):
        # shellcheck tells no list of words from a slip.
        lines = [line.replace("session-bridge run", "# shellcheck disable=SC2086\nsession-bridge run") for line in job.get(part, [])]
        if lines:
            write(f"gitlab-{name.lstrip('.')}-{part}.sh", "sh\nset -e", "\n".join(lines))
for path in ("kubernetes/scenarios.yaml", "kubernetes/merge.yaml"):
    for one in documents(path):
        for container in one["spec"].get("template", {"spec": {"containers": []}})["spec"]["containers"]:
            write(f"kubernetes-{one['metadata']['name']}.sh", "sh", container["args"][0])
