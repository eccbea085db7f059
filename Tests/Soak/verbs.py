"""The verbs that read what others wrote: fed damaged files, pages and scripts, one process each."""

import http.server
import subprocess
import threading

import mutation

#: What a verb may end with; see the README.
CODES = {0, 1, 64, 65, 69, 70}
SECONDS = 30

SCENARIO = b"""name: A damaged scenario
steps:
  - sign-in
  - exchange
  - open: { path: /, inject: user-script }
expect:
  verdict: signed-in
  route: home
"""
SCRIPTS = [
    b"document.cookie='a=1'", b"(async()=>{while(true)await 0})()", b"while(1);", b"let a=[];while(1)a.push(new Array(1e6))",
    b"/(a+)+b/.test('a'.repeat(40))", b"(function f(){f()})()", b"throw {toString(){throw 1}}",
    b"Promise.resolve().then(function g(){return Promise.resolve().then(g)})", b"'x'.repeat(2**29)",
    b"Object.defineProperty(document,'cookie',{get(){return 1}})", b"JSON.parse('['.repeat(1e6))",
]
PAGE = b"""<!doctype html><title>Page</title><meta http-equiv=refresh content="9; url=/x">
<script>document.cookie='b=2'</script><iframe src=/frame></iframe><a href=/next>next</a>"""
COOKIES = b"""# Netscape HTTP Cookie File
app.localhost\tFALSE\t/\tTRUE\t1900000000\tcustomtoken\t%s
"""


class Verbs:
    def __init__(self, tool, folder, canary):
        self.tool, self.folder, self.canary = tool, folder, canary.encode()
        self.log = folder / "verbs.log"
        self.state = folder / "verbs-state"
        self.page = b""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.address = f"http://127.0.0.1:{server.server_port}/"

    def outputs(self):
        return [self.log]

    def attack(self, random):
        """What went wrong, or None, and the input."""
        name = random.choice(["scenario", "cookies", "explain", "page", "script", "load"])
        data, arguments, standard_input = getattr(self, "_" + name)(random)
        try:
            done = subprocess.run(
                [self.tool, *arguments], input=standard_input, capture_output=True, timeout=SECONDS, cwd=self.folder)
        except subprocess.TimeoutExpired:
            return f"{arguments[0]} did not end within {SECONDS} s", data
        with open(self.log, "ab") as log:
            log.write(done.stdout + done.stderr)
        if done.returncode not in CODES:
            return f"{arguments[0]} ended with {done.returncode}: {done.stderr[-300:]!r}", data
        if b"\x1b" in done.stdout + done.stderr:
            return f"{arguments[0]} printed an escape sequence", data
        return None, data

    def _file(self, random, name, good):
        data = mutation.nested(random) if random.random() < 0.1 else mutation.of_bytes(random, good)
        path = self.folder / name
        path.write_bytes(data)
        return data, path

    def _scenario(self, random):
        data, path = self._file(random, "damaged.yaml", SCENARIO)
        return data, ["run", path, "--state", self.state], None

    def _cookies(self, random):
        lines = [
            b'{"op":"set","url":"https://a.test/","header":"a=%s; Secure; Max-Age=9"}' % self.canary,
            b'{"op":"get","url":"https://a.test/"}', b'{"op":"now","epoch":1900000000}', b'{"op":"list"}',
        ]
        # What the jar is asked for it tells, values included: this verb is a jar for programs.
        data = b"\n".join(mutation.of_bytes(random, line.replace(self.canary, b"x")) for line in lines * 5)
        return data, ["cookies"], data

    def _explain(self, random):
        data = mutation.of_bytes(random, b"Set-Cookie: sid=%s; Path=/; Secure; SameSite=None; Max-Age=90" % self.canary)
        return data, ["explain", "--set-cookie", "-", "--url", "https://app.example.com/"], data

    def _page(self, random):
        self.page = mutation.nested(random) if random.random() < 0.1 else mutation.of_bytes(random, PAGE)
        return self.page, ["trace", self.address + "?token=" + self.canary.decode(), "--timeout", "10s"], None

    def _script(self, random):
        self.page = PAGE
        script = random.choice(SCRIPTS)
        if random.random() < 0.5:
            script = mutation.of_bytes(random, script)
        text = script.replace(b"\0", b"").decode("utf-8", "replace")
        return script, ["trace", self.address, "--inject", text, "--timeout", "10s", "--json"], None

    def _load(self, random):
        data, path = self._file(random, "cookies.txt", COOKIES % self.canary)
        self.page = PAGE
        return data, ["trace", self.address, "--load-cookies", path, "--timeout", "10s"], None

    def _handler(outer):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Set-Cookie", "sid=" + outer.canary.decode() + "; Path=/")
                self.send_header("Content-Length", str(len(outer.page)))
                self.end_headers()
                self.wfile.write(outer.page)

            def log_message(self, *_):
                pass

        return Handler
