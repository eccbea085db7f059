import BridgePrimitives
import BridgeTrace
import Diagnosis

// The traces, each with what is to be told of it.
extension EngineDiagnosisTests {
    static let rows: [Row] = [
        Row("not loaded", [request, failed, ended("engine/load-failed", "page/no-sign-in")], "http/could-not-connect"),
        Row(
            "a cookie that scripts may not see", before: [write(attributes: "Path=/; HttpOnly")],
            [request, look(nil, hidden: "script/http-only"), ended("page/no-sign-in")], "script/http-only"),
        Row(
            "a cookie that the store refused", before: [write(outcome: .rejected, "store/domain-mismatch")],
            [request, look(nil), ended("page/no-sign-in")], "store/domain-mismatch"),
        Row(
            "nobody looked", before: [write()], [request, ended("page/no-sign-in")], "guard/cookie-not-read"),
        Row(
            "looked, and did nothing", before: [write()], [request, look("T"), ended("page/no-sign-in")],
            "guard/token-not-used"),
        Row(
            "looked, and threw", before: [write()],
            [request, look("T"), exception, ended("page/threw", "page/no-sign-in")],
            "page/threw"),
        Row(
            "threw before it looked", before: [write()], [request, exception, ended("page/threw", "page/no-sign-in")],
            "page/threw"),
        Row(
            "an exception, and no cookie at all", before: [write(outcome: .rejected, "store/domain-mismatch")],
            [request, exception, look(nil), ended("page/threw", "page/no-sign-in")], "store/domain-mismatch"),
        Row(
            "an empty cookie", before: [write()], [request, look(""), ended("page/no-sign-in")], "handoff/empty-cookie"),
        Row(
            "a token that is refused", before: [write()],
            [request, look("T"), signIn(), refused, exception, ended("page/threw", "page/no-sign-in")],
            "token/bad-signature"),
        Row(
            "a sign-in without an answer", before: [write()],
            [request, look("T"), signIn("page/auth-not-reached"), ended("page/no-sign-in")], "page/auth-not-reached"),
        Row(
            "a sign-in that the service cannot answer", before: [write()],
            [request, look("T"), signIn()] + signInAnswered(503) + [ended("page/no-sign-in")], "page/auth-not-reached"),
        Row(
            "a sign-in whose answer breaks off", before: [write()],
            [request, look("T"), signIn()] + signInAnswered(nil) + [ended("page/no-sign-in")], "page/auth-not-reached"),
        Row(
            "a sign-in that is tried again", before: [write()],
            [request, look("T"), signIn()] + signInAnswered(503) + signInAnswered(200, hop: 6)
                + [exception, ended("page/threw", "page/no-sign-in")], "page/threw"),
        Row(
            "a sign-in that the page itself left for another address", before: [write()],
            [request, look("T"), superseded, signIn("page/auth-not-reached"), ended("page/no-sign-in")],
            "page/auth-not-reached"),
        Row(
            "a sign-in that the page did not wait for", before: [write()],
            [request, look("T"), leftSignIn, thrown("TypeError: Load failed"), ended("page/threw", "page/no-sign-in")],
            "page/left-while-signing-in"),
        Row(
            "another value than the cookie's", before: [write()],
            [request, look("T"), signIn(), refusedOther, ended("page/no-sign-in")], "token/malformed"),
        Row(
            "a user script that breaks", [request, brokenScript, look(nil), ended("page/no-sign-in")], "script/threw"),
        Row(
            "too late", before: [write()], [request, look("T"), signIn(), ended("page/signed-in-too-late")],
            "page/signed-in-too-late"),
        Row(
            "a script behind the sign-in", [request] + scriptBehindSignIn + [ended("page/no-proof")],
            "engine/script-is-html"),
        Row(
            "a page that loads itself", [request, request, request, request, ended("page/looping")], "page/looping"),
        Row(
            "a session that is not sent", [request, kept("send/path"), ended("page/no-proof", "page/on-sign-in-page")],
            "send/path"),
        Row(
            "a session that is not taken", before: [write(outcome: .rejected, "store/secure-from-insecure")],
            [request, ended("page/no-proof")], "store/secure-from-insecure"),
        Row(
            "a server's error", before: [write()], [request, ended("page/error-status", "page/no-sign-in")],
            "page/error-status"),
        Row("no proof", [request, ended("page/no-proof")], "page/no-proof"),
        Row(
            "a session that the server does not take",
            [
                sending("customtoken"), redirect("/welcome"),
                ended(at: "/welcome", "page/no-proof", "page/on-sign-in-page"),
            ],
            "page/session-refused"),
        Row(
            "a redirect that is no refusal", [sending("customtoken"), redirect("/home"), ended("page/no-proof")],
            "page/no-proof"),
        Row(
            "a redirect of somebody without a session",
            [request, redirect("/welcome"), ended("page/no-proof", "page/on-sign-in-page")], "page/no-proof"),
        Row(
            "a script that is not there", before: [write()],
            [request, script(404), ended("page/no-sign-in")], "page/request-failed"),
        Row(
            "a script that is there, and does not look", before: [write()],
            [request, script(200), ended("page/no-sign-in")], "guard/cookie-not-read"),
        Row(
            "a page in a script's place", before: [write()],
            [request] + html + [thrown("SyntaxError: Unexpected token '<'"), ended("page/threw", "page/no-sign-in")],
            "engine/script-is-html"),
        Row(
            "one that is no script's fault", before: [write()],
            [request] + html + [exception, ended("page/threw", "page/no-sign-in")], "page/threw"),
        Row(
            "a module that is a page", [request] + html + [ended("page/no-proof")], "engine/script-is-html"),
        Row(
            "a page that goes on while the handshake of its sign-in is under way", before: [write()],
            [
                request, navigation(.didCommit), look("T"), superseded, navigation(.didStartProvisional), exception,
                handshakeEnded, navigation(.didCommit), look("T"), ended("page/threw", "page/no-sign-in"),
            ], "page/left-while-signing-in"),
        Row(
            "a page that does not trust the auth service", before: [write()],
            [
                request, navigation(.didStartProvisional), navigation(.didCommit), look("T"), handshakeEnded,
                ended("page/no-sign-in"),
            ], "request/tls"),
        Row(
            "a call that is none", before: [write()],
            [request, look("T")]
                + answer(
                    "https://identitytoolkit.googleapis.com/v1/accounts:signIn", method: "PUT", "proxy/not-simulated")
                + [exception, ended("page/threw", "page/no-sign-in")], "proxy/not-simulated"),
        Row(
            "a call of others that nobody here knows", before: [write()],
            [request, look("T")] + answer("https://firebaseinstallations.googleapis.com/v1/", "proxy/not-simulated")
                + [exception, ended("page/threw", "page/no-sign-in")], "page/threw"),
        Row(
            "round in redirects", before: [write()],
            (0..<16).flatMap { _ in round } + [notLoaded, ended("engine/load-failed", "page/no-sign-in")],
            "load/too-many-redirects"),
        Row(
            "a certificate that the engine does not trust", before: [write()],
            [request] + answer("https://127.0.0.1/", "proxy/not-trusted")
                + [notLoaded, ended("engine/load-failed", "page/no-sign-in")], "proxy/not-trusted"),
        Row(
            "a load that fails for the engine's own reasons",
            [request, notLoaded, ended("engine/load-failed", "page/no-sign-in")],
            "engine/load-failed"),
        Row(
            "a script that the policy keeps back", before: [write()],
            [request, violation("script-src-elem", "inline"), ended("page/no-sign-in")], "page/blocked-by-policy"),
        Row(
            "a script whose integrity does not fit", before: [write()],
            [request, lostScript("https://app.test/app.js"), ended("page/no-sign-in")], "page/script-not-run"),
        Row(
            "a mistake that the page caught and printed", before: [write()],
            [request, look("T"), printed("TypeError: undefined is not an object"), ended("page/no-sign-in")],
            "page/threw"),
        Row(
            "one that was printed before the look", before: [write()],
            [request, printed("TypeError: x is undefined"), look("T"), ended("page/no-sign-in")],
            "guard/token-not-used"),
        Row(
            "a request of others that came to nothing, printed", before: [write()],
            [request, look("T"), printed("TypeError: Failed to fetch"), ended("page/no-sign-in")],
            "guard/token-not-used"),
        Row(
            "what a page prints that is no mistake of its own", before: [write()],
            [request, look("T"), printed("Error: nobody is signed in"), ended("page/no-sign-in")],
            "guard/token-not-used"),
        Row(
            "a module that its server calls something else", before: [write()],
            [request] + answer("https://app.test/app.mjs", "engine/script-of-other-type")
                + [lostScript("https://app.test/app.mjs", "engine/script-of-other-type"), ended("page/no-sign-in")],
            "engine/script-of-other-type"),
        Row(
            "a classic script that its server calls something else runs", before: [write()],
            [request] + answer("https://app.test/app.js", "engine/script-of-other-type") + [ended("page/no-sign-in")],
            "guard/cookie-not-read"),
        Row(
            "a script of those who count visitors", before: [write()],
            [request, lostScript("https://www.googletagmanager.com/gtag/js"), ended("page/no-sign-in")],
            "guard/cookie-not-read"),
        Row(
            "a script of a host that there is not", before: [write()],
            [request, unanswered("https://cdn.invalid/app.js"), ended("page/no-sign-in")], "page/request-failed"),
        Row(
            "a call whose answer the page's script may not read", before: [write()],
            [
                request, look("T"), unanswered("https://app.test:8443/login", "request/cors-credentials"),
                ended("page/no-sign-in"),
            ], "request/cors-credentials"),
        Row(
            "a call over http from a page of https", before: [write()],
            [
                request, look("T"), unanswered("http://localhost/login", "request/mixed-content"),
                ended("page/no-sign-in"),
            ],
            "request/mixed-content"),
        Row(
            "a call that the policy blocks, where only the engine says so", before: [write()],
            [
                request, look("T"), unanswered("https://app.test/me", "request/blocked-by-policy"),
                ended("page/no-sign-in"),
            ],
            "request/blocked-by-policy"),
        Row(
            "a script that its server answered with an error", before: [write()],
            [request, lostScript("https://app.test/app.js", "script/answered-error"), ended("page/no-sign-in")],
            "script/answered-error"),
        Row(
            "a script whose integrity is another", before: [write()],
            [request, lostScript("https://app.test/app.js", "script/integrity"), ended("page/no-sign-in")],
            "script/integrity"),
        Row(
            "one that counts visitors", before: [write()],
            [request, unanswered("https://counter.invalid/g/collect"), ended("page/no-sign-in")],
            "guard/cookie-not-read"),
        Row(
            "a sign-in at a host that is misspelled, and caught", before: [write()],
            [
                request, look("T"), unanswered("https://identitytoolkit.gogleapis.com/v1/accounts:signIn"),
                ended("page/no-sign-in"),
            ], "page/request-failed"),
        Row("a script without an end", before: [write()], [request, ended("page/busy")], "page/busy"),
        Row("a wrong selector", [request, ended("page/bad-proof", "page/no-proof")], "page/bad-proof"),
        Row(
            "a policy", before: [write()],
            [request, look("T"), policy, exception, ended("page/threw", "page/no-sign-in")],
            "page/blocked-by-policy"),
        Row(
            "a policy about pictures", before: [write()], [request, look("T"), pictures, ended("page/no-sign-in")],
            "guard/token-not-used"),
        Row(
            "a fetch that came to nothing", before: [write()],
            [request, look("T"), lost, failedFetch, ended("page/threw", "page/no-sign-in")], "page/request-failed"),
        Row(
            "a request that came to nothing, and another mistake", before: [write()],
            [request, look("T"), lost, exception, ended("page/threw", "page/no-sign-in")], "page/threw"),
        Row(
            "a request that came to nothing, and no proof", [request, lost, ended("page/no-proof")],
            "page/request-failed"),
        Row(
            "a download", [request, failed, ended("engine/load-failed", "page/download", "page/no-sign-in")],
            "page/download"),
        Row("a panel", [request, ended("page/panel", "page/no-sign-in")], "page/panel"),
        Row("no message", [request, exception, ended("page/threw", "page/never-asked-app")], "page/never-asked-app"),
        // It looked for a cookie, and the app waited to be asked.
        Row(
            "no message, and a look", [request, look(nil), ended("page/no-sign-in", "page/never-asked-app")],
            "page/never-asked-app"),
        Row(
            "no message, and a cookie out of sight",
            before: [write(attributes: "Path=/; HttpOnly")],
            [request, look(nil, hidden: "script/http-only"), ended("page/no-sign-in", "page/never-asked-app")],
            "script/http-only"),
        Row(
            "not shown", [request, ended("engine/load-failed", "proxy/unreachable", "page/no-sign-in")],
            "proxy/unreachable"),
        Row(
            "not shown, for the engine's own reason", [request, ended("engine/load-failed", "page/no-sign-in")],
            "engine/load-failed"),
        Row("round and round", before: [write()], [request, look("T"), ended("page/looping")], "page/looping"),
        Row(
            "round and round, left before its script had written",
            [request, write(via: .script), look("T"), request, brokenScript, look(nil), ended("page/looping")],
            "page/looping"),
        Row("round and round, without a look", before: [write()], [request, ended("page/looping")], "page/looping"),
        Row("without an end", before: [write()], [request, look("T"), ended("page/waiting")], "page/waiting"),
        Row("nothing was tried", [request, ended("page/no-sign-in")], "page/no-sign-in"),
        Row(
            "nobody was wanted", before: [write()],
            [request, look("T"), ended("page/no-sign-in", "page/on-sign-in-page")],
            expected: .signedOut, "page/no-sign-in"),
    ]
}
