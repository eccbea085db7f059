import BridgePrimitives
import BridgeTrace
import Diagnosis
import Testing

/// Why a server that keeps its own session did not know the user: no cookie of the handoff is looked at by a guard here.
@Suite("The journey of a server's session", .timeLimit(.minutes(5)))
struct ServerJourneyTests {
    typealias Event = (TraceActor, TraceEvent.Kind)
    static let masking = Masking(.fingerprints)

    /// A request with its answer; each has a hop of its own, given by its place.
    struct Exchange: Sendable {
        var method = "GET"
        var path: String
        var origin = "https://app.test"
        var actor = TraceActor.webView
        var sent: [(name: String, value: String, writer: CookieMention.Writer)] = []
        var withheld: [(name: String, reason: String)] = []
        var fields: [(String, String)] = []
        var status = 200
        var location: String?
        /// What the answer says in its body.
        var said: String?
        /// A custom token that the backend minted before.
        var minted: String?
        /// What a script writes behind it.
        var writes: [String] = []
        /// What the answer sets: name, value, outcome, reasons.
        var sets: [(String, String, CookieWriteEvent.Outcome, [String])] = []

        func events(_ hop: Int) -> [Event] {
            let masking = ServerJourneyTests.masking
            func codes(_ texts: [String]) -> [ReasonCode] { texts.map { ReasonCode(unchecked: $0) } }
            let request = RequestEvent(
                hop: hop, method: method, url: masking.url(origin + path), store: "web view",
                sent: sent.map {
                    CookieMention(name: $0.name, value: masking.secret($0.value), writer: $0.writer)
                },
                withheld: withheld.map {
                    CookieMention(
                        name: $0.name, domain: "app.test", path: "/api", value: masking.secret("S"),
                        reasons: codes([$0.reason]))
                }, fields: fields.map { masking.field($0.0, $0.1) })
            let response = ResponseEvent(
                hop: hop, status: status, location: location.map { masking.url($0) }, setCookieNames: sets.map(\.0),
                elapsed: .zero, said: said.map { masking.text($0) })
            let tokens = minted.map { TokenEvent(.issued, .customToken, token: masking.secret($0), uid: "u") }
            let scripts = self.writes.map { name in
                CookieWriteEvent(
                    store: "web view", source: .script, host: "app.test", name: name, value: masking.secret("S"),
                    attributes: "Path=/", outcome: .stored, reasons: [])
            }
            let writes = sets.map { name, value, outcome, reasons in
                CookieWriteEvent(
                    store: "web view", source: .response, host: "app.test", name: name, value: masking.secret(value),
                    attributes: "Path=/; HttpOnly", outcome: outcome, reasons: codes(reasons), hop: hop)
            }
            return (tokens.map { [(.backend, .token($0))] } ?? [])
                + [(actor, .request(request)), (actor, .response(response))]
                + (writes + scripts).map { (.webView, .cookieWrite($0)) }
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let exchanges: [Exchange]
        let code: String
        /// What the message says.
        let words: String

        init(_ name: String, _ exchanges: [Exchange], _ code: String, _ words: String = "") {
            (testDescription, self.exchanges, self.code, self.words) = (name, exchanges, code, words)
        }
    }

    static func login(_ sets: [(String, String, CookieWriteEvent.Outcome, [String])]) -> Exchange {
        Exchange(method: "POST", path: "/api/login", actor: .page, sets: sets)
    }
    /// A page that begins a session for everybody.
    static let visit = Exchange(path: "/", sets: [stored])
    static func refusedLogin(_ status: Int) -> Exchange {
        Exchange(method: "POST", path: "/api/login", actor: .page, sent: [session], status: status)
    }
    static let stored: (String, String, CookieWriteEvent.Outcome, [String]) = ("session", "S", .stored, [])
    static func sentAway(
        _ sent: [(name: String, value: String, writer: CookieMention.Writer)] = [],
        withheld: [(name: String, reason: String)] = []
    ) -> Exchange {
        Exchange(path: "/account", sent: sent, withheld: withheld, status: 302, location: "/login")
    }
    static let customToken =
        "eyJhbGciOiJub25lIn0.eyJhdWQiOiJodHRwczovL2lkZW50aXR5dG9vbGtpdC5nb29nbGVhcGlzLmNvbS9nb29nbGUuaWRlbnRpdHkuaWRlbnRpdHl0b29sa2l0LnYxLklkZW50aXR5VG9vbGtpdCIsInVpZCI6InUifQ."
    static let refusedCall = Exchange(path: "/api/me", actor: .page, status: 401)
    static let session = (name: "session", value: "S", writer: CookieMention.Writer.store)

    static let rows: [Row] = [
        // asked and answered
        Row("nobody asked", [sentAway()], "session/never-asked", "no answer had set a cookie"),
        Row(
            "the answer sets nothing", [login([]), sentAway()], "session/not-set",
            "POST /api/login was answered with 200 and set no session"),
        Row(
            "the answer sets what is no session", [login([("csrftoken", "C", .stored, [])]), sentAway()],
            "session/not-set"),
        Row(
            "the sign-in is refused", [visit, refusedLogin(401), sentAway([session])], "session/sign-in-refused",
            "POST /api/login was answered with 401"),
        Row(
            "the sign-in meets a CSRF check", [visit, refusedLogin(419), sentAway([session])],
            "exchange/form-protection"),
        Row(
            "the sign-in has a custom token",
            [
                Exchange(
                    path: "/api/native", fields: [("Authorization", "Bearer \(customToken)")], status: 401,
                    minted: customToken)
            ], "token/is-custom-token", "has the custom token"),
        Row(
            "the sign-in has a custom token, as the server says",
            [
                Exchange(
                    path: "/api/native", fields: [("Authorization", "Bearer x")], status: 401,
                    said: "Firebase ID token has incorrect \"aud\" (audience) claim. Expected \"shop\" but got"
                        + " \"https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit\"."
                )
            ], "token/is-custom-token", "was sent a custom token"),
        Row(
            "a visitor's session, and no sign-in", [visit, sentAway([session])], "session/never-asked",
            "which the server sets for everybody"),
        Row(
            "the page's own server, without credentials",
            [login([stored]), Exchange(path: "/a", sent: [session]), refusedCall], "send/credentials-omitted",
            "without credentials"),
        Row(
            "two cookies of one name",
            [login([stored]), sentAway([(name: "session", value: "OLD", writer: .store), session])],
            "send/several-of-one-name", "2 cookies called session"),
        Row(
            "a path is read by its words",
            [visit, Exchange(method: "POST", path: "/api/assess", sent: [session], status: 401), sentAway([session])],
            "session/never-asked"),
        Row(
            "a request that ends a session asks for none",
            [
                Exchange(
                    method: "POST", path: "/session/end", sent: [session], status: 302, location: "/login",
                    sets: [("session", "", .deleted, [])]),
                sentAway(),
            ], "session/never-asked"),
        // received
        Row(
            "another origin, without credentials",
            [
                Exchange(
                    method: "POST", path: "/login", origin: "https://api.test", actor: .page,
                    fields: [("Origin", "https://app.test")],
                    sets: [stored]),
                refusedCall,
            ], "send/credentials-omitted", "credentials: 'include'"),
        // kept
        Row(
            "the store refuses it",
            [login([("session", "S", .rejected, ["store/secure-from-insecure"])]), sentAway()],
            "store/secure-from-insecure"),
        Row(
            "one answer sets and deletes it",
            [
                Exchange(
                    path: "/enter", status: 303, location: "/account",
                    sets: [stored, ("session", "", .deleted, ["store/expired-on-arrival"])]),
                sentAway(),
            ], "session/set-and-deleted", "The answer to GET /enter sets session and deletes it again"),
        Row(
            "another answer deletes it",
            [
                login([stored]),
                Exchange(path: "/api/ping", actor: .page, sets: [("session", "", .deleted, [])]),
                sentAway(),
            ], "handoff/cookie-deleted", "The answer to GET /api/ping deleted session"),
        Row(
            "a header of the first request",
            [Exchange(path: "/account", sent: [("session", "S", .app)]), refusedCall], "handoff/header-only",
            "a header is for one request"),
        Row(
            "over as it comes", [login([("session", "S", .deleted, ["store/expired-on-arrival"])]), sentAway()],
            "store/expired-on-arrival", "session was over as it came"),
        Row(
            "another cookie is deleted, and nothing is set",
            [login([("old_token", "", .deleted, ["store/expired-on-arrival"])]), sentAway()], "session/not-set"),
        // presented
        Row(
            "another path", [login([stored]), sentAway(withheld: [("session", "send/path")])], "send/path",
            "as the answer to POST /api/login set it"),
        // accepted
        Row("sent, and refused", [login([stored]), sentAway([session])], "page/session-refused", "did not accept it"),
        Row("sent without a value", [login([stored]), sentAway([("session", "", .store)])], "handoff/empty-cookie"),
        // held
        Row(
            "two pages that disagree",
            [
                login([stored]), sentAway([session]),
                Exchange(path: "/login", sent: [session], status: 302, location: "/account"),
            ],
            "session/pages-disagree"),
        // What is no session does not stand in for it.
        Row(
            "a visitor's number is sent, the session is not",
            [
                login([stored, ("visitor", "V", .stored, [])]),
                sentAway([("visitor", "V", .store)], withheld: [("session", "send/same-site-strict")]),
            ], "send/same-site-strict"),
        // The app put it into the store.
        Row(
            "the server refuses it, and deletes it",
            [
                login([stored]),
                Exchange(
                    path: "/account", sent: [session], status: 302, location: "/login",
                    sets: [("session", "", .deleted, [])]),
            ], "page/session-refused", "did not accept it, and deleted it"),
        Row(
            "a script writes it after the request", [sentAway(), Exchange(path: "/login", writes: ["customtoken"])],
            "send/set-after-request"),
        // A loop's first refusal came before there was a session.
        Row(
            "refused before there was a session, and after",
            [sentAway(), login([stored]), sentAway(withheld: [("session", "send/path")])], "send/path"),
    ]

    @Test(arguments: rows)
    func theCauseIsWhereTheSessionBroke(row: Row) throws {
        let cause = try #require(Self.cause(of: row.exchanges))
        #expect(cause.code.rawValue == row.code, "\(cause.message)")
        #expect("\(cause.message) \(cause.fix)".contains(row.words), "\(cause.message) \(cause.fix)")
    }

    /// What a later answer took back is no refusal, and a redirect elsewhere is none.
    @Test(arguments: [
        [refusedCall, Exchange(path: "/api/me", actor: .page, sent: [session])],
        [Exchange(path: "/", status: 302, location: "/welcome")],
        [Exchange(path: "/account", status: 301, location: "/account/")],
    ])
    func noRefusalHasNoCause(exchanges: [Exchange]) { #expect(Self.cause(of: exchanges) == nil) }

    /// Nil where the recording has nothing to say of a server.
    private static func cause(of exchanges: [Exchange]) -> Finding? {
        let trace = TraceLog(clock: .frozen(at: .epoch), masking: masking)
        for (index, exchange) in exchanges.enumerated() {
            for (actor, kind) in exchange.events(index + 1) { trace.record(kind, by: actor) }
        }
        let cause = HandoffDiagnosis(cookieName: "customtoken", appHost: "app.test", nativeUserID: nil, pageStart: 0)
            .findings(ofRecording: trace.events, RecordedFacts(masking: masking)).cause
        return cause.code.rawValue.hasPrefix("har/") ? nil : cause
    }
}
