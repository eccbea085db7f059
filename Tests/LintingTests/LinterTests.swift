import BridgePrimitives
import Cookies
import Testing

@testable import Linting

@Suite("What a report says of its findings", .timeLimit(.minutes(5)))
struct LinterTests {
    @Test func placesAreThoseOfTheFile() throws {
        let text = """
            // nothing
            let s = \"\"\"
                /* é */ document.cookie = 'a=1; b=2';
                \"\"\"
            """
        let finding = try #require(lint([("A.swift", text)]).findings.first { $0.reason == .severalInOneWrite })
        #expect(finding.place.line == 3)
        #expect(finding.place.column == 13)
    }

    /// The engines are asked, each with its own rules.
    @Test(
        arguments: [
            ("Set-Cookie: a=1; SameSite=None", ["rfc6265bis", "layered-cookies", "chromium"]),
            ("Set-Cookie: __Http-a=1; Secure; Path=/", ["layered-cookies", "chromium"]),
            ("Set-Cookie: a=1; Secure; SameSite=None", []),
        ])
    func profilesAreThoseThatRefuse(line: String, expected: [String]) {
        let finding = lint([("a.http", line)]).findings.first { $0.reason == .cookieRefused }
        #expect(finding?.profiles ?? [] == expected)
    }

    @Test func whatOnlyBrowsersRefuseIsAWarning() throws {
        let none = try #require(lint([("a.http", "Set-Cookie: a=1; SameSite=None")]).findings.first)
        #expect(none.severity == .warning)
        let suffix = try #require(lint([("a.http", "Set-Cookie: a=1; Domain=co.uk")]).findings.first)
        #expect(suffix.severity == .error)
        #expect(suffix.because.map(\.rawValue) == ["store/domain-public-suffix"])
    }

    @Test func aProfileLimitsWhatIsAsked() {
        let report = lint([("a.http", "Set-Cookie: a=1; SameSite=None")], profiles: [.ios18])
        #expect(report.findings.isEmpty)
        #expect(report.cookieCount == 1)
    }

    @Test(
        "Values of cookies are in no message",
        arguments: ["A.swift", "a.js", "a.http"])
    func valuesStayInside(path: String) {
        let line = "customtoken=s3cr3t-value; Max-Age=999999; HttpOnly; SameSite=None; Domain=com"
        let text =
            switch path {
            case "A.swift": "let s = \"document.cookie='\(line)'\""
            case "a.js": "document.cookie = '\(line)'"
            default: "Set-Cookie: \(line)"
            }
        let report = lint([(path, text)])
        #expect(!report.findings.isEmpty)
        for finding in report.findings {
            #expect(!finding.lines(profileCount: 8).joined().contains("s3cr3t"))
            #expect(!finding.json.text().contains("s3cr3t"))
            #expect(!finding.annotation.contains("s3cr3t"))
        }
    }

    @Test(
        arguments: [
            ("// session-bridge:disable-next-line\ndocument.cookie = 'a=1; b=2'", 0),  // all of the line
            ("// session-bridge:disable-next-line lint/several-in-one-write\ndocument.cookie = 'a=1; b=2'", 0),
            ("// session-bridge:disable-next-line lint/token-logged\ndocument.cookie = 'a=1; b=2'", 1),  // another one
            ("document.cookie = 'a=1; b=2' // session-bridge:disable-line", 0),
            ("// session-bridge:disable-next-line\n\ndocument.cookie = 'a=1; b=2'", 1),  // another line
            ("<!-- session-bridge:disable-next-line -->\ndocument.cookie = 'a=1; b=2'", 0),
        ])
    func commentsTakeFindingsAway(text: String, left: Int) {
        let report = lint([("a.js", text)])
        #expect(report.findings.count { $0.reason == .severalInOneWrite } == left)
        #expect(report.suppressed == 1 - left)
    }

    @Test func theJarsReasonSuppressesToo() {
        let text =
            "// session-bridge:disable-next-line store/same-site-none-insecure\nres.setHeader('Set-Cookie', 'a=1; SameSite=None')"
        #expect(lint([("a.js", text)]).findings.isEmpty)
    }

    @Test func onlyScriptsOfAComponentAreRead() {
        let vue = """
            <template><p>document.cookie = 'a=1; b=2' isn't code</p></template>
            <script setup lang="ts">
            document.cookie = 'a=1; b=2'
            </script>
            """
        let report = lint([("A.vue", vue)])
        #expect(report.findings.filter { $0.reason == .severalInOneWrite }.map(\.place.line) == [3])
    }

    @Test func annotationsAreEscaped() throws {
        let text = "x = 1\nres.setHeader('Set-Cookie', 'a,b:c%=1; Domain=com')"
        let finding = try #require(lint([("a:b,c.js", text)]).findings.first)
        #expect(finding.annotation.hasPrefix("::error file=a%3Ab%2Cc.js,line=2,col=29,title=lint/cookie-refused::"))
        #expect(finding.annotation.contains("\"a,b:c%25\""))
        #expect(!finding.annotation.contains("\n"))
    }

    @Test(
        "A fix is in the words of the file's own SDK",
        arguments: [
            ("A.swift", "UserDefaults.standard.set(idToken, forKey: \"t\")", "getIDTokenForcingRefresh(true)"),
            ("a.ts", "localStorage.setItem('idToken', t)", "await user.getIdToken(true)"),
            ("a.js", "localStorage.setItem('idToken', t)", "await user.getIdToken(true)"),
        ])
    func fixesSpeakTheLanguage(path: String, text: String, expected: String) throws {
        let finding = try #require(lint([(path, text)]).findings.first { $0.reason == .tokenKept })
        #expect(finding.fix == "Keep nothing, and ask for a fresh one: \(expected).")
    }

    @Test(
        "A second next is mended at the first, whose line is named",
        arguments: [
            ("if (!user) next('/login')\n next()", 2),
            ("if (a) next('/a')\n else if (b) { next('/b')\n return }\n next()", 2),  // the nearer one ends there
            ("log(to)\n if (a) { next('/a') }\n if (b) { next('/b') }", 3),
        ])
    func secondNextNamesTheFirst(body: String, line: Int) throws {
        let text = "router.beforeEach((to, from, next) => {\n\(body)\n})"
        let finding = try #require(lint([("a.js", text)]).findings.first { $0.reason == .nextCalledTwice })
        #expect(finding.fix == "Write return before the next(…) of line \(line).")
    }

    @Test func theLoadBehindTheCookieIsNamed() {
        let load = "webView.load(URLRequest(url: URL(string: \"https://www.example.com/\")!))"
        let cookie = "let c = HTTPCookie(properties: [.name: \"a\", .value: v, .domain: \"example.com\", .path: \"/\"])"
        let report = lint([("A.swift", "func open() {\n\(load)\n\(cookie)\n\(load)\n}")])
        #expect(report.findings.filter { $0.reason == .cookieNotSent }.map(\.place.line) == [4])
    }

    @Test(
        "A cookie that cannot be judged is reported by its place",
        arguments: [
            ("a.js", "document.cookie = text", ["a.js:1"]), ("a.js", "document.cookie = 'a=1'", []),
            ("a.js", "let a = document.cookie", []), ("a.js", "if (document.cookie == b) {}", []),
            ("a.js", "res.cookie('a', v)\n\nres.cookie(name, v)", ["a.js:3"]),
            ("a.ts", "Cookies.set('a', v)", ["a.ts:1"]), ("a.ts", "(await cookies()).set('a', v)", ["a.ts:1"]),
            ("a.js", "res.setHeader('Set-Cookie', line)", ["a.js:1"]),
            ("a.js", "res.setHeader('Set-Cookie', 'a=1')", []), ("a.js", "r.headers.get('set-cookie')", []),
            ("a.py", "r.set_cookie('a', v)\nr.set_cookie(name, v)\nr.set_cookie('b', v, **o)", ["a.py:2", "a.py:3"]),
            ("a.swift", "let a = b", []),
        ])
    func whatIsNotJudgedIsCounted(file: String, text: String, places: [String]) {
        #expect(lint([(file, text)]).notJudged == places)
    }

    @Test func findingsComeByFileAndPlace() {
        let report = lint([
            ("b.js", "console.log(token)\ndocument.cookie = 'a=1; b=2'"), ("a.js", "console.log(token)"),
        ])
        #expect(report.findings.map { "\($0.path):\($0.place.line)" } == ["b.js:1", "b.js:2", "a.js:1"])
        #expect(
            report.summary(profileCount: 8)
                == "1 error, 2 warnings and 0 notes in 2 files; 1 cookie asked about under 8 profiles")
    }
}
