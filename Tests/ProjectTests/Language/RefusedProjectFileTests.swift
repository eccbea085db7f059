import BridgePrimitives
import Project
import RouterGuard
import Scenarios
import Testing

@Suite("Project files that are refused", .timeLimit(.minutes(5)))
struct RefusedProjectFileTests {
    @Test(arguments: [
        (
            "{ module: none.js }", "guard-module/unreadable", "2:25",
            "none.js: none.js cannot be read; correct the name"
        ),
        ("{ module: src/bad.js }", "guard-module/unknown-import", "2:25", "src/bad.js:2: the package \"axios\" is not"),
        ("{ module: ../../etc/passwd }", "guard-module/outside-project", "2:25", ""),
        ("{ module: Guard.vue }", "guard-module/not-javascript", "2:25", "Guard.vue is a Vue component"),
        ("{ module: src/guard.js, export: gard }", "guard-module/no-guard", "2:25", "did you mean \"guard\"?"),
        ("{ module: src/guard.js, generation: 2 }", "project/wrong-type", "2:51", "a number from 3 to 5"),
        ("{ module: src/guard.js, retries: 1 }", "project/wrong-type", "2:48", "leave `retries` out"),
        ("{ module: src/guard.js, preset: article }", "project/wrong-type", "2:47", "a guard of your own"),
        ("{ generation: 4 }", "project/wrong-type", "2:29", "leave `generation` out"),
        ("{ export: guard }", "project/wrong-type", "2:25", "there is none"),
        ("{ modul: src/guard.js }", "project/unknown-key", "2:17", "did you mean \"module\"?"),
        ("{ module: '' }", "project/wrong-type", "2:25", "a file's name was expected here"),
    ])
    func guardsThatCannotRun(text: String, code: String, place: String, says: String) {
        expectProblem("version: 1\nweb: { guard: \(text) }", code, place, says)
    }

    @Test(arguments: [
        ("", "project/empty", "1:1", "there is nothing in this file; begin with `version: 1`"),
        ("# nothing\n", "project/empty", "1:1", "there is nothing in this file"),
        ("auth: {}", "project/missing-field", "1:1", "this project file has no version; begin with `version: 1`"),
        ("version: 2", "project/unknown-version", "1:10", "this tool reads version 1; write `version: 1`"),
        ("version: 1\n---\nversion: 1", "project/two-documents", "3:1", "this is the second document"),
        ("version: 1\nversion: 1", "project/repeated-key", "2:1", "\"version\" stands in line 1 already"),
        ("version: 1\n\tauth: x", "project/tab", "2:1", "this line is indented with a tab"),
        ("version: [", "project/not-yaml", "", "a bracket is open"),
        ("- version: 1", "project/wrong-type", "1:1", "a project file needs `key: value` pairs"),
        (
            "version: 1\nbackand: {}", "project/unknown-key", "2:1",
            "a project file has no \"backand\"; did you mean \"backend\"?"
        ),
        (
            "version: 1\nauth: { projekt: x }", "project/unknown-key", "2:9",
            "auth has no \"projekt\"; did you mean \"project\"?"
        ),
        (
            "version: 1\nauth: { project: a/b }", "project/bad-name", "2:18",
            "an id such as my-app-1234 was expected here"
        ),
        ("version: 1\nauth: { project: '' }", "project/bad-name", "2:18", ""),
        ("version: 1\nauth: { strictness: strickt }", "project/unknown-word", "2:21", "did you mean \"strict\"?"),
        ("version: 1\nauth: { port: 0 }", "project/wrong-type", "2:15", "a number from 1 to 65535"),
        (
            "version: 1\nauth: { api-key: '${env.NONE}' }", "project/no-such-variable", "2:18",
            "the environment has no NONE"
        ),
        ("version: 1\nbackend: {}", "project/missing-field", "2:10", "your backend has no address"),
        ("version: 1\nbackend: { url: localhost:3000 }", "url/unsupported-scheme", "2:17", ""),
        ("version: 1\nbackend: { url: 'ftp://b.test' }", "url/unsupported-scheme", "2:17", ""),
        (
            "version: 1\nbackend: { url: 'http://b.test:${port}' }", "project/contradiction", "2:10",
            "${port} is a port that `start` chooses, and there is no `start`"
        ),
        (
            "version: 1\nweb: { url: 'http://b.test:${port}' }", "project/contradiction", "2:6",
            "${port} is a port that `start` chooses, and there is no `start`"
        ),
        (
            "version: 1\nbackend: { url: 'http://b.test:80', start: { command: a, ready: 'http://b.test:${port}' } }",
            "project/contradiction", "2:10", "`start.ready` names ${port}, and `url` has a port of its own"
        ),
        (
            "version: 1\nweb: { url: 'http://b.test:80', start: { command: a, environment: { P: '${port}' } } }",
            "project/contradiction", "2:6", "`start.environment.P` names ${port}, and `url` has a port of its own"
        ),
        (
            "version: 1\nweb: { url: http://b.test, start: {} }", "project/missing-field", "2:35",
            "what serves your page?"
        ),
        (
            "version: 1\nweb: { folder: dist, start: { command: a } }", "project/wrong-type", "2:29",
            "it serves your page at a URL, and there is none"
        ),
        (
            "version: 1\nbackend: { url: http://b.test, start: { command: a, environment: { A: '${backend}' } } }",
            "project/no-such-variable", "2:71", "nothing is called ${backend} here"
        ),
        (
            "version: 1\nbackend: { url: 'http://b.test:${prot}' }", "project/no-such-variable", "2:17",
            "nothing is called ${prot} here; did you mean \"port\"?"
        ),
        (
            "version: 1\nbackend: { url: http://b.test, start: { within: 1s } }", "project/missing-field", "2:39",
            "what starts your backend?"
        ),
        (
            "version: 1\nbackend: { url: http://b.test, start: { command: ' ' } }", "project/bad-name", "2:50",
            "a command"
        ),
        (
            "version: 1\nbackend: { url: http://b.test, start: { command: a, within: soon } }", "project/wrong-type",
            "2:61",
            "\"soon\" is not a duration"
        ),
        (
            "version: 1\nbackend: { url: http://b.test, start: { command: a, environment: [A] } }",
            "project/wrong-type", "2:66",
            "`name: text` pairs were expected here"
        ),
    ])
    func eachMistakeHasItsPlaceAndItsFix(text: String, code: String, place: String, says: String) {
        expectProblem(text, code, place, says)
    }

    @Test(arguments: [
        ("{ json: { id_token: x } }", "project/no-placeholder", "the ID token has no place in this request"),
        ("{ json: { a: '${idtoken}' } }", "project/no-such-variable", "did you mean \"id-token\"?"),
        ("{ json: {}, form: {} }", "project/wrong-type", "a body is JSON or a form, not both"),
        ("{ method: GET, json: { a: '${id-token}' } }", "project/contradiction", "a GET has no body"),
        ("{ method: post, bearer: '${id-token}' }", "project/unknown-word", "did you mean \"POST\"?"),
        ("{ path: auth, bearer: '${id-token}' }", "project/wrong-type", "a path begins with a slash"),
        ("{ bearer: token }", "project/no-placeholder", "${id-token} has no place in this text"),
        ("{ headers: [a], bearer: '${id-token}' }", "project/wrong-type", "`name: text` pairs"),
    ])
    func requestsThatMakeNoSense(request: String, code: String, says: String) {
        expectProblem(
            "version: 1\nbackend:\n  url: http://b.test\n  exchange:\n    request: \(request)", code, nil, says)
    }

    @Test(arguments: [
        ("{}", "project/wrong-type", "token is one of cookie, json, header, query, fragment; write `token: { json: "),
        ("{ cookie: a, json: b }", "project/wrong-type", "token is one of"),
        ("{ jsn: a }", "project/unknown-key", "token has no \"jsn\"; did you mean \"json\"?"),
        ("json", "project/missing-field", "json needs a value"),
        ("[{ json: a }]", "project/wrong-type", "one token was expected here, not a list"),
        ("{ cookie: 'a b' }", "backend/bad-cookie", "no such cookie; correct it"),
        ("{ header: 'a b' }", "project/bad-name", "a header's name was expected here"),
    ])
    func placesThatAreNone(place: String, code: String, says: String) {
        expectProblem(
            "version: 1\nbackend: { url: http://b.test, exchange: { token: \(place) } }", code, nil, says)
    }

    @Test(arguments: [
        ("web: { folder: a, url: http://b.test }", "project/wrong-type", "a page is in a folder or at a URL, not both"),
        ("web: { signed-in: { selectr: x } }", "project/unknown-key", "signed-in has no \"selectr\"; did you mean"),
        ("web: { signed-in: selector }", "project/missing-field", "selector needs a value; write"),
        (
            "handover: [message: { handler: 1a, answer: \"${token}\" }]", "project/bad-name",
            "a JavaScript name was expected"
        ),
        ("handover: [message: { handler: b, answer: hello }]", "project/no-placeholder", "${token} has no place"),
        ("web: { engine: webkit }", "project/unknown-word", "\"webkit\" is not known here"),
        ("web: { profile: ios81 }", "project/unknown-profile", "did you mean \"ios18\"?"),
        ("web: { sign-in-path: login }", "project/wrong-type", "write \"/login\""),
        ("web: { cookie-name: 'a b' }", "backend/bad-cookie", "no such cookie"),
        ("web: { routes: none.json }", "project/no-such-file", "none.json cannot be read; name one"),
        ("web: { routes: bad.json }", "project/bad-routes", "bad.json: $[0]"),
        ("web: { routes: Bridge.js }", "project/bad-routes", "Bridge.js: not JSON"),
        ("web: { folder: '' }", "project/wrong-type", "a file's name was expected here"),
        ("web: { guard: { preset: recomended } }", "project/unknown-word", "did you mean \"recommended\"?"),
        ("handover: { user-script: { file: none.js } }", "project/no-such-file", "none.js cannot be read"),
        ("handover: { user-script: { file: empty.js } }", "project/no-placeholder", "empty.js has no ${token}"),
        ("handover: user-script", "project/missing-field", "user-script needs a value"),
        (
            "handover: { user-script: { file: Bridge.js, at: start } }", "project/unknown-word",
            "known are: document-start"
        ),
        ("handover: { cookie-stor: {} }", "project/unknown-key", "did you mean \"cookie-store\"?"),
        ("handover: { cookie-store: { attributes: Sekure } }", "backend/bad-cookie", "no such cookie"),
        (
            "handover: { header: { name: X, value: none } }", "project/no-placeholder",
            "${token} has no place in this text"
        ),
        ("handover: { header: {} }", "project/missing-field", "which header?"),
        ("trust: none.pem", "project/no-such-file", "none.pem cannot be read; name one"),
        (
            "trust: [ca.pem, routes.json]", "transport/no-certificates",
            "routes.json has no certificate in it; name a file"
        ),
    ])
    func pagesAndHandoversThatMakeNoSense(rest: String, code: String, says: String) {
        expectProblem("version: 1\n\(rest)", code, nil, says)
    }

    @Test func theOffendingLineIsShown() {
        let problems = #expect(throws: ScenarioProblems.self) {
            try ProjectFileFixture.read("version: 1\nauth: { prt: 1 }")
        }
        #expect(
            problems?.description == """
                app/session-bridge.yaml:2:9: error[project/unknown-key]: auth has no "prt"; did you mean "port"?
                 2 | auth: { prt: 1 }
                   |         ^
                """)
    }

    @Test func allThatIsWrongIsToldAtOnce() {
        let problems = #expect(throws: ScenarioProblems.self) {
            try ProjectFileFixture.read("version: 3\nauth: { port: x }\nweb: { engine: opera }")
        }
        #expect(
            problems?.problems.map(\.code.rawValue)
                == ["project/unknown-version", "project/wrong-type", "project/unknown-word"])
    }

    @Test func aFileThatIsTooLargeIsNotRead() {
        let text = "version: 1 #" + String(repeating: "x", count: ProjectFile.sizeLimit)
        let problems = #expect(throws: ScenarioProblems.self) { try ProjectFileFixture.read(text) }
        #expect(problems?.problems.map(\.code.rawValue) == ["project/too-large"])
    }

    private func expectProblem(_ text: String, _ code: String, _ place: String?, _ says: String) {
        let problems = #expect(throws: ScenarioProblems.self) { try ProjectFileFixture.read(text) }
        guard let problem = problems?.problems.first else { return }
        #expect(problem.code.rawValue == code, "\(problem)")
        if let place, !place.isEmpty { #expect("\(problem.location)" == "app/session-bridge.yaml:\(place)") }
        #expect("\(problem.message); \(problem.hint)".contains(says), "\(problem)")
    }
}
