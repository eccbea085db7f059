import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import RouterGuard
import Tokens
import WebViews

/// Events for a finding that no scenario can bring about, and the nearest ones that do not.
struct HandMadeTrace {
    typealias Events = [(TraceActor, TraceEvent.Kind)]
    let trigger: Events
    let nearMiss: Events

    private static let masking = Masking(.fingerprints)
    private static let token = masking.secret("T")

    /// - Returns: nil for a code that nobody has made one for.
    init?(_ code: ReasonCode) {
        if let made = Self.alone(code) {
            (trigger, nearMiss) = made
        } else if let reason = SendReason(rawValue: code.rawValue) {
            trigger = [Self.request(withholding: [reason.code])]
            // The same of another cookie.
            nearMiss = [Self.request(withholding: [reason.code], of: "sid")]
        } else if let reason = ScriptReason(rawValue: code.rawValue) {
            trigger = [Self.read(hiding: [reason.code])]
            // Another cookie of that name is there to be read.
            nearMiss = [Self.read(hiding: [reason.code], isVisible: true)]
        } else if TokenReason(rawValue: code.rawValue) != nil {
            trigger = [Self.token(.accepted, [code])]
            // Refused is how it should be.
            nearMiss = [Self.token(.refused, [code])]
        } else if ScriptFailureReason(rawValue: code.rawValue) != nil {
            trigger = [Self.script("Error", [code])]
            nearMiss = [Self.script(nil, [code])]
        } else if GuardReason(rawValue: code.rawValue) != nil {
            trigger = [Self.routing([code])]
            nearMiss = [Self.routing([GuardReason.tokenAccepted.code])]
        } else {
            return nil
        }
    }

    // MARK: - Those that are like no others

    private static func alone(_ code: ReasonCode) -> (Events, Events)? {
        switch code {
        case StoreReason.valueClobbered.code:
            // The script's value is the newest one's.
            (
                [write(.response, "NEW"), write(.script, "OLD", .replaced)],
                [write(.response, "N"), write(.script, "N")]
            )
        case LoadReason.manualCookieLeaked.code:
            (
                [header(to: "https://app.test/"), header(to: "https://evil.test/", notes: [code])],
                [header(to: "https://app.test/"), header(to: "https://app.test/next")]
            )
        case HandoffReason.tokenOverHTTP.code:
            // What stays on this machine crosses no network.
            ([header(to: "http://app.test/")], [header(to: "http://app.localhost/"), header(to: "https://app.test/")])
        case HandoffReason.idTokenNearItsEnd.code:
            ([idToken(expiringAfter: 299)], [idToken(expiringAfter: 301)])
        case TokenReason.notYetValid.code, TokenReason.authTimeInFuture.code:
            // What is over is not early.
            ([token(.refused, [code])], [token(.refused, [TokenReason.expired.code])])
        default: nil
        }
    }

    private static func write(
        _ source: CookieWriteEvent.Source, _ value: String, _ outcome: CookieWriteEvent.Outcome = .stored
    ) -> (TraceActor, TraceEvent.Kind) {
        (
            .page,
            .cookieWrite(
                CookieWriteEvent(
                    store: "web view", source: source, host: "app.test", name: "customtoken",
                    value: masking.secret(value), attributes: "Path=/", outcome: outcome, reasons: []))
        )
    }

    private static func header(to url: String, notes: [ReasonCode] = []) -> (TraceActor, TraceEvent.Kind) {
        let cookie = CookieMention(name: "customtoken", value: token, writer: .app)
        return (
            .webView,
            .request(
                RequestEvent(hop: 1, method: "GET", url: masking.url(url), store: nil, sent: [cookie], notes: notes))
        )
    }

    private static func idToken(expiringAfter seconds: Int64) -> (TraceActor, TraceEvent.Kind) {
        let claims = #""iss":"https://securetoken.google.com/demo","sub":"u1","aud":"demo""#
        let payload = Base64URL.encode(Array(#"{\#(claims),"exp":\#(seconds)}"#.utf8))
        let text = masking.secret("eyJhbGciOiJub25lIn0.\(payload).")
        return (.backend, .token(TokenEvent(.accepted, .idToken, token: text, uid: "u1")))
    }

    // MARK: - Families

    private static func request(
        withholding reasons: [ReasonCode], of name: String = "customtoken"
    ) -> (TraceActor, TraceEvent.Kind) {
        let cookie = CookieMention(name: name, domain: "app.test", path: "/", value: token, reasons: reasons)
        return (
            .webView,
            .request(
                RequestEvent(
                    hop: 1, method: "GET", url: masking.url("https://app.test/"), store: "web view", withheld: [cookie])
            )
        )
    }

    private static func read(
        hiding reasons: [ReasonCode], isVisible: Bool = false
    ) -> (TraceActor, TraceEvent.Kind) {
        let hidden = CookieMention(
            name: "customtoken", domain: "app.test", path: "/", value: token, reasons: reasons)
        let visible = CookieMention(name: "customtoken", domain: "app.test", path: "/a", value: token)
        return (
            .page,
            .cookieRead(
                CookieReadEvent(
                    store: "web view", url: masking.url("https://app.test/a"), visible: isVisible ? [visible] : [],
                    hidden: [hidden]))
        )
    }

    private static func token(_ action: TokenEvent.Action, _ reasons: [ReasonCode]) -> (TraceActor, TraceEvent.Kind) {
        (.auth, .token(TokenEvent(action, .customToken, token: token, uid: "u1", reasons: reasons)))
    }

    private static func script(_ exception: String?, _ reasons: [ReasonCode]) -> (TraceActor, TraceEvent.Kind) {
        (
            .webView,
            .script(
                ScriptEvent(
                    origin: .documentStart, url: masking.url("https://app.test/"),
                    exception: exception.map { masking.text($0) }, reasons: reasons))
        )
    }

    private static func routing(_ reasons: [ReasonCode]) -> (TraceActor, TraceEvent.Kind) {
        (.page, .routing(RoutingEvent(.next, path: masking.url("/"), detail: masking.text("next()"), reasons: reasons)))
    }
}
