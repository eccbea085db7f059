"""The served world under attack: started, spoken to over HTTP, killed, looked at."""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import threading
import time
import urllib.parse

import mutation

Usage = collections.namedtuple("Usage", "resident descriptors")
API = "/identitytoolkit.googleapis.com/v1/"
JSON = {"Content-Type": "application/json"}
OWNER = {"Authorization": "Bearer owner", **JSON}


class Gone(Exception):
    """The service did not answer a request that it must answer."""

    def __init__(self, why, data=b""):
        super().__init__(why)
        self.data = data


class Served:
    def __init__(self, tool, folder):
        self.tool = tool
        self.state = folder / "state"
        self.log = folder / "serve.log"
        self.process = None
        self.ports = {}
        self.project = ""
        self._token = None
        self._made = 0

    def start(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [self.tool, "serve", "--json", "--verbose", "--port-base", "0", "--state", self.state],
                stdout=subprocess.PIPE, stderr=log)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"soak: the service did not start; see {self.log}")
        world = json.loads(line)
        self.project = world["project"]
        names = {"auth": "auth", "backend": "backend", "web": "web", "control": "control", "apple": "apple"}
        self.ports = {name: urllib.parse.urlsplit(world[key]).port for name, key in names.items()}
        self._token = None

    def stop(self):
        """As Ctrl-C; a service that does not end is killed."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Gone("it did not end within 30 s of SIGINT")

    def usage(self):
        process = pathlib.Path(f"/proc/{self.process.pid}")
        if not process.exists():
            return None
        pages = int((process / "statm").read_text().split()[1])
        return Usage(pages * os.sysconf("SC_PAGE_SIZE"), len(list((process / "fd").iterdir())))

    # Requests

    def request(self, name, method, path, data=None, headers=None):
        """Status and JSON, or None for a body that is none."""
        connection = http.client.HTTPConnection("127.0.0.1", self.ports[name], timeout=30)
        try:
            connection.request(method, path, data, headers or {})
            answer = connection.getresponse()
            body = answer.read()
        except (OSError, http.client.HTTPException) as error:
            raise Gone(f"{method} {path}: {error!r}", data or b"") from error
        finally:
            connection.close()
        try:
            return answer.status, json.loads(body)
        except ValueError:
            return answer.status, None

    def post(self, name, path, data, headers):
        return self.request(name, "POST", path, data, {**JSON, **headers})

    def send_bytes(self, port, data):
        """The status of whatever comes back, None where nothing does; then a whole request that must be answered."""
        status = None
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 10) as connection:
            connection.settimeout(0.5)
            with contextlib.suppress(OSError):
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                first = connection.recv(4096)
                if first.startswith(b"HTTP/1.") and first[9:12].isdigit():
                    status = int(first[9:12])
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except (OSError, http.client.HTTPException) as error:
            raise Gone(f"port {port} does not answer any more: {error!r}", data) from error
        finally:
            connection.close()
        return status

    # What there is to ask

    def fresh(self):
        self._made += 1
        return f"soak-{os.getpid()}-{self._made}"

    def sign_up(self, canary):
        return self.post(
            "auth", API + "accounts:signUp?key=k",
            json.dumps({"email": self.fresh() + "@example.com", "password": "pw-" + canary}).encode(), {})

    def id_token(self, canary):
        if self._token is None:
            status, answer = self.sign_up(canary)
            if status != 200:
                raise Gone(f"sign-up answers {status} {answer}")
            self._token = answer["idToken"]
        return self._token

    def request_templates(self, canary):
        token = self.id_token(canary).encode()
        body = b'{"email":"taro@example.com","password":"' + canary.encode() + b'"}'
        form = b"idtoken=" + token
        length = str(len(body)).encode()
        return [
            b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: customtoken=" + canary.encode() + b"\r\n\r\n",
            b"GET /routes.json?token=" + canary.encode() + b" HTTP/1.1\r\nHost: app.localhost\r\nRange: bytes=0-9\r\n\r\n",
            b"POST " + API.encode() + b"accounts:signInWithPassword?key=k HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            b"Content-Type: application/json\r\nContent-Length: " + length + b"\r\n\r\n" + body,
            b"POST / HTTP/1.1\r\nHost: api.localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            b"Content-Length: " + str(len(form)).encode() + b"\r\n\r\n" + form,
            b"POST /__bridge/clock HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            b"f\r\n{\"advance\":\"1s\"}\r\n0\r\n\r\n",
            b"OPTIONS /__bridge/state HTTP/1.1\r\nHost: evil.test\r\nOrigin: https://evil.test\r\n\r\n",
        ]

    def api_calls(self, canary):
        token = self.id_token(canary)
        admin = f"{API}projects/{self.project}/accounts"
        return [
            (API + "accounts:signUp?key=k", {"email": self.fresh() + "@example.com", "password": canary}, {}),
            (API + "accounts:signInWithPassword?key=k", {"email": "taro@example.com", "password": canary}, {}),
            (API + "accounts:signInWithCustomToken?key=k", {"token": token, "returnSecureToken": True}, {}),
            (API + "accounts:lookup?key=k", {"idToken": token}, {}),
            (API + "accounts:update?key=k", {"idToken": token, "displayName": "Taro", "photoUrl": "https://a.test/"}, {}),
            (API + "accounts:sendOobCode?key=k", {"requestType": "VERIFY_EMAIL", "idToken": token}, {}),
            (API + "accounts:signInWithIdp?key=k", {
                "requestUri": "http://localhost", "postBody": "providerId=apple.com&id_token=" + token}, {}),
            (API + "accounts:createAuthUri?key=k", {"identifier": "a@example.com", "continueUri": "http://localhost"}, {}),
            (API + "accounts:sendVerificationCode?key=k", {"phoneNumber": "+819012345678"}, {}),
            (admin, {"localId": self.fresh(), "email": self.fresh() + "@example.com", "mfaInfo": [{}]}, OWNER),
            (admin + ":query", {"limit": "10", "expression": [{"email": "a@example.com"}]}, OWNER),
            (admin + ":update", {"localId": "soak", "customAttributes": "{\"a\":1}", "validSince": "1"}, OWNER),
            (admin + ":batchCreate", {"users": [{"localId": "b", "createdAt": "1", "providerUserInfo": [{}]}]}, OWNER),
            (admin + ":createSessionCookie", {"idToken": token, "validDuration": "300"}, OWNER),
        ]

    def control_calls(self, random):
        """Not the reset: the users who were acknowledged are looked for at the end."""
        _, state = self.request("control", "GET", "/__bridge/state")
        seeds = b"users:\n  - uid: seeded\n    email: s@example.com\n    password: correct-horse\n    claims: { a: 1 }\n"
        faults = {"faults": [{"endpoint": "accounts:lookup", "effect": "status", "status": 503, "times": "once"}]}
        clock = {"advance": random.choice(["1s", "9" * 30 + "d", "-1s", "NaNs", "106751991167300d", "1e300s"])}
        damaged = mutation.of_json(random, state)
        calls = [
            ("POST", "/__bridge/seeds", mutation.of_bytes(random, seeds)),
            ("POST", "/__bridge/seeds", mutation.nested(random)),
            ("PUT", "/__bridge/faults", mutation.json_text(mutation.of_json(random, faults["faults"]))),
            ("POST", "/__bridge/clock", mutation.json_text(clock)),
            ("GET", "/__bridge/traces/current", b""), ("GET", "/__bridge/audit", b""), ("GET", "/inbox", b""),
        ]
        # A state that is taken replaces the users, so only one that cannot be is sent: it has two faults of shape.
        calls.append(("PUT", "/__bridge/state", mutation.json_text({"soak": damaged, "version": [damaged]})))
        return calls

    def right_the_clock(self):
        self.request("control", "DELETE", "/__bridge/faults")
        _, clock = self.request("control", "GET", "/__bridge/clock")
        if clock and clock.get("offset_seconds"):
            self.post("control", "/__bridge/clock", json.dumps({"advance": f"{-clock['offset_seconds']}s"}).encode(), {})

    def token_calls(self, token):
        return [
            ("backend", "/", {"idtoken": token}),
            ("auth", API + "accounts:lookup?key=k", {"idToken": token}),
            ("auth", API + "accounts:signInWithCustomToken?key=k", {"token": token}),
        ]

    # Killed in the middle

    def sign_up_until_killed(self, random, canary):
        """The uids that were acknowledged before the process was gone."""
        acknowledged, running = [], threading.Event()

        def client(number):
            with contextlib.suppress(Gone, ValueError, KeyError):
                for count in range(10_000):
                    body = {"email": f"k-{time.monotonic_ns()}-{number}-{count}@example.com", "password": "pw-" + canary}
                    status, answer = self.post("auth", API + "accounts:signUp?key=k", json.dumps(body).encode(), {})
                    if status == 200:
                        acknowledged.append(answer["localId"])
                        running.set()

        clients = [threading.Thread(target=client, args=(number,)) for number in range(4)]
        for thread in clients:
            thread.start()
        running.wait(10)
        time.sleep(random.uniform(0.05, 0.5))
        self.process.kill()
        for thread in clients:
            thread.join()
        return acknowledged

    def has_user(self, uid):
        body = json.dumps({"localId": [uid]}).encode()
        _, answer = self.post("auth", f"{API}projects/{self.project}/accounts:lookup", body, OWNER)
        return bool(answer and answer.get("users"))
