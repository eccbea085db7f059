import BridgePrimitives
import BridgeTrace
import Diagnosis

// The traces, each with what is to be told of it.
extension HandoffDiagnosisTests {
    static let rows: [Row] = [
        // The store says no.
        Row(
            "another domain", before: [(.app, write(outcome: .rejected, "store/domain-mismatch"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/domain-mismatch", at: 0),
        Row(
            "a public suffix", before: [(.app, write(outcome: .rejected, "store/domain-public-suffix"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/domain-public-suffix", at: 0),
        Row(
            "Secure over http", before: [(.app, write(outcome: .rejected, "store/secure-from-insecure"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/secure-from-insecure", at: 0),
        Row(
            "expired as it came", before: [(.app, write(outcome: .ignored, "store/expired-on-arrival"))],
            [(.webView, request()), asked, (.page, read()), absent], "store/expired-on-arrival", at: 0),
        // A note is no refusal; the path is.
        Row(
            "a note, and the wrong path", before: [(.app, write(outcome: .stored, "note/lifetime-capped-400d"))],
            [(.webView, request()), asked, (.page, read(hidden: ["script/path"])), absent], "script/path", at: 0),
        // The wrong place.
        Row(
            "another view's store", before: [(.app, write(store: "second web view"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/wrong-data-store", at: 0),
        Row(
            "a header only", before: [(.backend, minted)],
            [(.webView, request(sent: true)), asked, (.page, read()), absent], "handoff/header-only", at: 1),
        Row(
            "the store sends it, and the app deletes it before the guard",
            before: [(.backend, minted), (.app, write())],
            [
                (.webView, request(sent: true)), (.app, write(outcome: .deleted)), asked, (.page, read()), absent,
            ], "handoff/cookie-deleted", at: 3),
        Row(
            "the app deletes it, and then writes a header",
            before: [(.backend, minted), (.app, write()), (.app, write(outcome: .deleted))],
            [(.webView, request(sent: true, by: .app)), asked, (.page, read()), absent], "handoff/header-only", at: 3),
        Row(
            "a header beside the store's, which loses it before the guard",
            before: [(.backend, minted), (.app, write())],
            [
                (.webView, request(sent: true, by: .app)), (.app, write(outcome: .deleted)), asked, (.page, read()),
                absent,
            ], "handoff/cookie-deleted", at: 3),
        Row(
            "a header that the engine drops", before: [(.backend, minted)],
            [(.webView, request(notes: ["send/manual-header-dropped"])), asked, (.page, read()), absent],
            "send/manual-header-dropped", at: 1),
        Row(
            "a guard that deletes it before it signs in",
            before: [(.backend, minted), (.app, write())],
            [
                (.webView, request()), asked, (.page, read(visible: true)), (.page, write(.script, outcome: .deleted)),
                (.page, routing(.next, "guard/token-not-used")),
            ], "handoff/cookie-deleted", at: 5),
        // The wrong name.
        Row(
            "the token by its value", before: [(.backend, minted), (.app, write(name: "session_tok"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/other-name", at: 1),
        Row(
            "a name nearly alike", before: [(.app, write(name: "custom_Token", value: "U"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/other-name", at: 0),
        Row(
            "a script's, before it is said to have written nothing", before: [(.backend, minted)],
            [
                (.webView, request()), (.page, write(.script, name: "custom-token")), (.webView, script), asked,
                (.page, read()), absent,
            ], "handoff/other-name", at: 2),
        Row(
            "another cookie of another value", before: [(.backend, minted), (.app, write(name: "theme", value: "U"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/never-handed-over", at: 2),
        Row(
            "another name, taken away again",
            before: [
                (.backend, minted), (.app, write(name: "custom_token")),
                (.app, write(name: "custom_token", outcome: .deleted)),
            ], [(.webView, request()), asked, (.page, read()), absent], "handoff/never-handed-over", at: 3),
        Row(
            "another name in another view's store",
            before: [(.backend, minted), (.app, write(store: "second web view", name: "custom_token"))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/never-handed-over", at: 2),
        Row(
            "both names, and the right one is out of sight",
            before: [(.backend, minted), (.app, write(name: "__session")), (.app, write(attributes: "HttpOnly"))],
            [(.webView, request()), asked, (.page, read()), absent], "script/http-only", at: 2),
        // The wrong time.
        Row(
            "after the guard", [(.webView, request()), asked, (.page, read()), (.page, write(.script)), absent],
            "handoff/written-too-late", at: 3),
        Row(
            "before the guard, and hidden",
            [
                (.webView, request()), (.page, write(.script)), asked, (.page, read(hidden: ["script/secure"])), absent,
            ], "script/secure", at: 1),
        Row(
            "a script that writes nothing",
            [(.webView, request()), (.webView, script), asked, (.page, read()), absent],
            "handoff/script-wrote-nothing", at: 1),
        Row(
            "the page deletes it",
            [
                (.webView, request()), (.page, write(.script)), (.page, write(.script, outcome: .deleted)), asked,
                (.page, read()),
                absent,
            ], "handoff/cookie-deleted", at: 2),
        Row(
            "the app deletes what no script could see",
            before: [(.app, write(attributes: "Path=/; Secure; HttpOnly")), (.app, write(outcome: .deleted))],
            [(.webView, request()), asked, (.page, read()), absent], "handoff/cookie-deleted", at: 1),
        Row(
            "expired since, and HttpOnly", before: [(.app, write(attributes: "Path=/; Secure; HttpOnly"))],
            [
                (.webView, request(withheld: ["send/expired"])), asked,
                (.page, read(hidden: ["script/http-only", "script/expired"])), absent,
            ],
            "send/expired", at: 1),
        Row(
            "one of two has expired, the other is HttpOnly",
            before: [(.app, write(attributes: "Path=/; Secure; HttpOnly"))],
            [
                (.webView, request(withheld: ["send/expired"])), asked, (.page, read(hidden: ["script/http-only"])),
                absent,
            ],
            "script/http-only", at: 0),
        Row(
            "the page's session ends, and the cookie is spent",
            before: [
                (.app, write()), (.page, pageSignIn),
                (.page, write(.script, outcome: .deleted, "store/expired-on-arrival")),
                (.page, .account(AccountEvent(.signedOut, uid: "u1"))),
            ], [(.webView, request()), asked, (.page, read()), absent], "handoff/data-removed", at: 3),
        Row(
            "expired since", before: [(.app, write())],
            [
                (.webView, request(withheld: ["send/expired"])), asked, (.page, read(hidden: ["script/expired"])),
                absent,
            ],
            "send/expired", at: 1),
        Row(
            "an empty cookie", [(.webView, request()), asked, (.page, read(visible: true, value: "")), absent],
            "handoff/empty-cookie", at: 2),
        Row(
            "a guard that looks for another name",
            [(.webView, request()), asked, (.page, read(visible: true)), absent],
            "guard/other-cookie", at: 2),
        // The token.
        Row(
            "another project's token",
            [
                (.webView, request()), asked, (.page, read(visible: true)), signIn,
                (.auth, refused("auth/credential-mismatch", "token/unknown-service-account")),
            ], "token/unknown-service-account", at: 4),
        Row(
            "a wrong signature",
            [
                (.webView, request()), asked, (.page, read(visible: true)), signIn,
                (.auth, refused("auth/invalid-custom-token", "token/bad-signature")),
            ], "token/bad-signature", at: 4),
        // The guard.
        Row(
            "next twice, after all went well",
            [
                asked, (.page, read(visible: true)), signIn, accepted,
                (.page, routing(.next, "guard/next-called-twice")),
            ], "guard/next-called-twice", at: 4),
        Row(
            "a loop, after all went well",
            [
                asked, (.page, read(visible: true)), signIn, accepted, (.page, routing(.ended, "guard/redirect-loop")),
            ], verdict: .looping, "guard/redirect-loop", at: 4),
        Row(
            "a stale redirect",
            [
                asked, (.page, read(visible: true)), signIn, accepted, (.page, routing(.next, "guard/stale-redirect")),
            ], "guard/stale-redirect", at: 4),
        Row(
            "the guard throws",
            [
                asked, (.page, read(visible: true)), signIn, accepted, (.page, routing(.next, "guard/threw")),
            ], verdict: .failed, "guard/threw", at: 4),
        Row(
            "a session that was not read yet", before: [(.page, pageSignIn)],
            [(.webView, request()), (.page, routing(.read, "guard/auth-not-ready")), (.page, read()), absent],
            "guard/auth-not-ready", at: 2),
        Row(
            "too early, and there is no session", before: [(.app, write(outcome: .rejected, "store/domain-mismatch"))],
            [(.webView, request()), (.page, routing(.read, "guard/auth-not-ready")), (.page, read()), absent],
            "store/domain-mismatch", at: 0),
        // Without a cookie the guard hung; had it not, the cookie would have come too late all the same.
        Row(
            "the guard hangs before the cookie is written",
            [
                (.webView, request()), asked, (.page, read()), hung, (.page, write(.script)), (.webView, script),
            ], verdict: .hanging, "guard/never-called-next", at: 3),
        Row(
            "the guard hangs, since the cookie was refused",
            before: [(.app, write(outcome: .rejected, "store/domain-mismatch"))],
            [(.webView, request()), asked, (.page, read()), hung], verdict: .hanging, "store/domain-mismatch", at: 0),
        Row(
            "the guard hangs after a script that wrote nothing",
            [(.webView, request()), (.webView, script), asked, (.page, read()), hung], verdict: .hanging,
            "handoff/script-wrote-nothing", at: 1),
        // The page.
        Row(
            "no connection",
            [
                (.webView, request()),
                (
                    .webView,
                    .response(
                        ResponseEvent(
                            hop: 1, status: nil, elapsed: .zero, reasons: [code("transport/could-not-connect")]))
                ),
                (
                    .webView,
                    .navigation(
                        NavigationEvent(
                            .didFail, url: masking.url(page),
                            reasons: [code("navigation/could-not-connect"), code("transport/could-not-connect")]))
                ),
            ], verdict: .failed, "transport/could-not-connect", at: 1),
        Row(
            "no route table", [(.webView, request()), (.page, routing(.ended, "handoff/no-routes"))],
            "handoff/no-routes", at: 1),
    ]
}
