"""openapi-spec-validator and schemathesis: the control endpoints are what `/__bridge/openapi.json` says."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator, validate

from served import *

ADDRESS = WORLD["control"]
DOCUMENT = requests.get(ADDRESS + "/__bridge/openapi.json", timeout=30).json()
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "12")


def operations():
    for path, item in DOCUMENT["paths"].items():
        for method, operation in item.items():
            yield method.upper(), path, operation


def conforms(schema, value, where):
    whole = {**schema, "components": DOCUMENT["components"]}
    errors = [error.message for error in Draft202012Validator(whole).iter_errors(value)]
    assert not errors, f"{where}: {errors[0]}"


@check("the document is OpenAPI 3.1")
def _():
    equal(DOCUMENT["openapi"][:4], "3.1.")
    validate(DOCUMENT, cls=OpenAPIV31SpecValidator)


@check("each answer is as its schema says, and so is each example")
def _():
    count = 0
    for method, path, operation in operations():
        for media in operation.get("requestBody", {}).get("content", {}).values():
            conforms(media["schema"], media["example"], f"{method} {path}: the request's example")
        headers, data = {}, None
        if "requestBody" in operation:
            (kind, media), = operation["requestBody"]["content"].items()
            headers = {"Content-Type": kind}
            data = media["example"] if kind != "application/json" else json.dumps(media["example"])
        answer = requests.request(method, ADDRESS + path, data=data, headers=headers, timeout=60)
        (kind, media), = operation["responses"]["200"]["content"].items()
        equal(answer.status_code, 200)
        equal(answer.headers["Content-Type"].split(";")[0], kind)
        value = answer.json() if kind == "application/json" else answer.text
        conforms(media["schema"], value, f"{method} {path}: the answer")
        if "example" in media:
            conforms(media["schema"], media["example"], f"{method} {path}: the answer's example")
        for response in operation["responses"].values():
            for name, example in response["content"].get("application/json", {}).get("examples", {}).items():
                conforms(DOCUMENT["components"]["schemas"]["Error"], example["value"], f"{method} {path}: {name}")
        count += 1
    assert count >= 16, count


@check("each error has a code of the document's")
def _():
    rows = [("POST", "clock", '{"advance":"soon"}'), ("POST", "clock", "[]"), ("POST", "clock", '{"now":"x"}'),
            ("POST", "clock", '{"pace":1}'), ("PUT", "faults", "{}"), ("PUT", "faults", '{"faults":[{}]}'),
            ("PUT", "state", "7"), ("PUT", "state", '{"users":7}'), ("POST", "seeds", "users: [")]
    for method, name, body in rows:
        answer = requests.request(method, f"{ADDRESS}/__bridge/{name}", data=body, timeout=60)
        refusal = DOCUMENT["paths"][f"/__bridge/{name}"][method.lower()]["responses"]["400"]
        equal(answer.status_code, 400)
        conforms(DOCUMENT["components"]["schemas"]["Error"], answer.json(), body)
        codes = [example["value"]["code"] for example in refusal["content"]["application/json"]["examples"].values()]
        assert answer.json()["code"] in codes, f"{answer.json()['code']} is none of {codes}"


@check("what schemathesis sends is answered as the document says")
def _():
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(sys.executable).parent / "schemathesis"
        done = subprocess.run(
            [program, "run", ADDRESS + "/__bridge/openapi.json", "--url", ADDRESS, "--checks", CHECKS,
             "--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES, "--generation-deterministic", "--no-color"],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800)
    tested = re.search(r"Test cases:\s*(\d+)", done.stdout)
    if done.returncode != 0:
        sys.stderr.write(done.stdout[-20_000:])
        raise AssertionError(f"schemathesis exits with {done.returncode}; its report is above")
    print(f"      {tested.group(1) if tested else 'nobody counted how many'} requests", flush=True)


run("control")
