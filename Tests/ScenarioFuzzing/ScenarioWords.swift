import FuzzSupport

/// The words of the scenario language, and what stands next to them.
enum ScenarioWords {
    static let steps = [
        "sign-in", "sign-in: { with: password }", "sign-out", "exchange", "exchange: { field: token }", "register",
        "open: { path: / }", "open: { path: /, inject: cookie-store }", "open: { path: '/a?b', in: second, store: x }",
        "open: { path: /, inject: [ { cookie-store: { awaited: false } }, user-script ] }", "reload", "relaunch",
        "advance: 61m", "advance: -1s", "advance: 99999999999999999999h", "crash-network-process", "revoke-user",
        "rotate-keys: { drop-old: yes }", "stop-backend", "delete-cookies", "set-cookie-policy: never", "interact",
        "enroll: { factor: phone }", "unenroll", "remove-website-data", "nonsense", "sign-in: []", "~", "[[]]",
        "use: a.yaml", "use: { file: a.yaml, with: { x: '${exchange.at}' } }", "exchange: { id: first }",
        "open: { path: '${first.cookie.path}' }", "advance: '${var.wait:-1s}'", "set-claims: { role: '${row.role}' }",
    ]
    static let settings = [
        "profile: ios-17", "profile: nonsense", "strictness: lenient", "edge: firebase-hosting",
        "guard: { cookie-reader: x, retries: 3 }", "user: { email: a@b.test, password: '${env.HOME}' }",
        "app: { bound-domains: [a.test, *d], limits-navigations: true }", "webview: { tracking-prevention: false }",
        "backend: { cookie-name: __session, cookie-attributes: Path=/; Secure }", "web: { service-worker: true }",
        "web: { redirects: [ { from: /a, to: '${partner}/b' } ] }", "faults: [ { endpoint: signUp } ]", "name: again",
        "other: &d { x: 1 }", "? [a]: b", "user: ${env.NOBODY}", "user: '${'",
        "variables: { wait: 1s, wait2: '${env.HOME}' }", "rows: [ { role: a }, { role: b } ]", "rows: { file: a.csv }",
        "set-up: [ reload ]", "tear-down: [ advance: '${exchange.at}' ]", "known-failure: { reason: token/expired }",
        "version: 1",
    ]
    static let expectations = [
        "verdict: signed-in", "verdict: nonsense", "route: home", "signed-in-as: ${user.uid}",
        "reasons: [store/domain-mismatch]", "reasons: token/expired", "findings: [nonsense]", "no-findings: []",
        "cookie: { name: customtoken, stored: true, sent: false }", "first-request: { with: customtoken }",
        "failure: { step: open, reason: token/expired }", "failure: { step: opne }",
        "because: token/expired", "values: [ { that: '${exchange.cookie.path}', equals: / } ]",
        "values: [ { that: '${now}', minus: '${first.at}', less-than: 1h, matches: '(' } ]",
    ]
    static let all: [String] =
        ["name: ", "steps:", "expect:", "---\n", "\n- ", "\n  - ", ": ", "{ ", " }", "[", "]", "&a ", "*a", "${", "}"]
        + ["\t", "#", "true", "no", "\"", "'", "61m", "1.5s", "\u{1F36A}", "\u{2028}"] + steps + settings + expectations
}

extension FuzzChance {
    mutating func scenario() -> String {
        let steps = list(upTo: 5, separator: "\n") { "  - \($0.pick(ScenarioWords.steps))" }
        let settings = list(upTo: 3, separator: "\n") { $0.pick(ScenarioWords.settings) }
        let expectations = list(upTo: 3, separator: "\n") { "  \($0.pick(ScenarioWords.expectations))" }
        return ["name: \(pick(["x", "A cookie is stored", "''", "é"]))", once(in: 2) ? settings : "# none"]
            .joined(separator: "\n") + "\nsteps:\n\(steps)\nexpect:\n\(expectations)"
    }
}
