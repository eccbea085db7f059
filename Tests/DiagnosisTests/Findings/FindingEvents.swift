import BridgePrimitives
import BridgeTrace
import Cookies
import Diagnosis

/// Events as a trace has them, and what is found in a list of them.
struct FindingEvents {
    typealias Event = (TraceActor, TraceEvent.Kind)

    let masking: Masking

    init(_ policy: Masking.Policy = .fingerprints) { masking = Masking(policy) }

    func findings(_ kinds: [Event], at now: Instant = .epoch) -> [Finding] {
        let log = TraceLog(clock: .frozen(at: now), masking: masking)
        for (actor, kind) in kinds { log.record(kind, by: actor) }
        return HandoffFindings(cookieName: "customtoken", appHost: "app.test", showsSecrets: masking.showsSecrets)
            .findings(in: log.events)
    }

    func codes(_ kinds: [Event]) -> [String] { findings(kinds).map(\.code.rawValue) }

    /// A JWT that nobody has signed.
    static func token(_ form: TokenEvent.Form = .customToken, of uid: String = "u1", until exp: Int64 = 3600) -> String
    {
        let claims =
            form == .customToken
            ? #""aud":"https://identitytoolkit.googleapis.com/x","uid":"\#(uid)""#
            : #""iss":"https://securetoken.google.com/demo","aud":"demo","sub":"\#(uid)""#
        let payload = Base64URL.encode(Array(#"{\#(claims),"exp":\#(exp)}"#.utf8))
        return "eyJhbGciOiJub25lIn0.\(payload).c2lnbmF0dXJl"
    }

    func token(
        _ action: TokenEvent.Action, _ form: TokenEvent.Form = .customToken, of uid: String = "u1",
        by actor: TraceActor = .auth, _ text: String? = nil, reasons: [ReasonCode] = []
    ) -> Event {
        let shown = masking.secret(text ?? Self.token(form, of: uid))
        return (actor, .token(TokenEvent(action, form, token: shown, uid: uid, reasons: reasons)))
    }

    func account(_ action: AccountEvent.Action, _ uid: String, by actor: TraceActor = .app) -> Event {
        (actor, .account(AccountEvent(action, uid: uid)))
    }

    func write(
        _ value: String, _ source: CookieWriteEvent.Source = .script, store: String = "web view",
        attributes: String = "Path=/", outcome: CookieWriteEvent.Outcome = .stored, size: Int? = nil,
        reasons: [ReasonCode] = []
    ) -> Event {
        (
            .page,
            .cookieWrite(
                CookieWriteEvent(
                    store: store, source: source, host: "app.test", name: "customtoken",
                    value: masking.secret(value), attributes: attributes, outcome: outcome, reasons: reasons,
                    size: size))
        )
    }

    func request(
        _ url: String, by actor: TraceActor = .webView, sent: [CookieMention] = [], withheld: [CookieMention] = [],
        referer: String? = nil, notes: [ReasonCode] = []
    ) -> Event {
        (
            actor,
            .request(
                RequestEvent(
                    hop: 1, method: "GET", url: masking.url(url), store: "web view", sent: sent, withheld: withheld,
                    notes: notes, fields: referer.map { [masking.field("Referer", $0)] } ?? []))
        )
    }

    func navigation(
        _ phase: NavigationEvent.Phase, _ url: String, reasons: [ReasonCode] = []
    ) -> Event {
        (.webView, .navigation(NavigationEvent(phase, url: masking.url(url), reasons: reasons)))
    }

    func entered(_ path: String = "/") -> Event {
        (.page, .routing(RoutingEvent(.entered, path: masking.url(path), detail: masking.text(path))))
    }
}
