"""Asks validators that others wrote about docs/scenario.schema.json: it is a schema of draft 2020-12, every file under Scenarios is
as it says, and what is wrong with a file is found.

    python scenario_schema.py
"""

import json
import pathlib
import sys

import jsonschema
import yaml

class Loader(yaml.SafeLoader):
    """YAML 1.2 as editors read it: `on` is a text, and only `true` and `false` are truth values."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool" or first in "tTfF"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

ROOT = pathlib.Path(__file__).resolve().parents[2]
#: Each has one thing that is wrong.
WRONG = [
    "{ name: x, steps: [relaod], expect: { route: x } }",
    "{ name: x, steps: [reload] }",
    "{ name: x, steps: [reload], expect: { because: token/expierd } }",
    "{ steps: [reload], tags: x }",
    "{ set-up: reload }",
    "{ version: 2, steps: [reload] }",
]


def main():
    schema = json.loads((ROOT / "docs/scenario.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failed, count = [], 0
    for path in [*sorted((ROOT / "Scenarios").rglob("*.yaml")), ROOT / "web/article/scenarios.yaml"]:
        for number, document in enumerate(yaml.load_all(path.read_text(), Loader), 1):
            count += 1
            error = jsonschema.exceptions.best_match(validator.iter_errors(document))
            if error:
                failed.append(f"{path.relative_to(ROOT)}, document {number}: {error.json_path}: {error.message[:200]}")
    failed += [f"valid, and should not be: {text}" for text in WRONG if validator.is_valid(yaml.load(text, Loader))]
    print("\n".join(failed) or f"scenario_schema: {count} documents are as the schema says")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
