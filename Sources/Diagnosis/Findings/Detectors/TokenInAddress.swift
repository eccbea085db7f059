import BridgeTrace
import Cookies
import Reasons

/// The token is in the address of a page, or of a request of the app's, and in the Referer of what that page asks for.
struct TokenInAddress: FindingDetector {
    static let kinds = [
        FindingKind(HandoffReason.tokenInURL, .leak), FindingKind(HandoffReason.tokenInReferer, .leak),
    ]
    private var tokens: TokenMarks
    private var address: Finding?
    private var referer: Finding?

    init(_ handoff: HandoffFindings) { tokens = TokenMarks(handoff) }

    mutating func take(_ event: TraceEvent) {
        tokens.take(event)
        guard address == nil || referer == nil else { return }
        switch (event.actor, event.kind) {
        case (.app, .request(let request)): look(at: request.url, of: .app, event)
        case (.webView, .request(let request)), (.page, .request(let request)):
            look(at: request.url, of: .page, event)
            look(at: request, event)
        case (.webView, .navigation(let navigation)), (.page, .navigation(let navigation)):
            look(at: navigation.url, of: .page, event)
        default: break
        }
    }

    private enum Asking { case app, page }

    private mutating func look(at url: MaskedText, of asking: Asking, _ event: TraceEvent) {
        guard address == nil, tokens.areIn(url: url) else { return }
        let head = url.text.prefix { $0 != "<" }
        let part = head.contains("#") ? "fragment" : head.contains("?") ? "query" : "path"
        let (what, consequence) =
            switch asking {
            case .app: ("The app's request to", "the server's log has it, and that of whoever stands in front")
            case .page where part == "fragment":
                ("The address of the page at", "the view's history keeps it, and every script of the page can read it")
            case .page:
                (
                    "The address of the page at",
                    "the view's history keeps it, the server's log has it, and what the page loads gets it as Referer"
                )
            }
        address = Finding(
            HandoffReason.tokenInURL, "\(what) \(Self.host(of: url)) has the token in its \(part): \(consequence).",
            evidence: [event.sequence])
    }

    private mutating func look(at request: RequestEvent, _ event: TraceEvent) {
        guard referer == nil, let field = request.fields.first(where: { $0.name.lowercased() == "referer" }),
            tokens.areIn(url: field.value)
        else { return }
        referer = Finding(
            HandoffReason.tokenInReferer,
            "\(Self.host(of: request.url)) was sent the token in the Referer of a request that the page made.",
            evidence: [event.sequence])
    }

    private static func host(of url: MaskedText) -> String {
        (try? CookieURL(String(url.text.prefix { !"?#".contains($0) })))?.host ?? "that address"
    }

    var findings: [Finding] { [address, referer].compactMap(\.self) }
}
