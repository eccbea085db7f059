import BridgePrimitives
import BridgeTrace
import Cookies

/// Looks for findings of a few kinds: is shown each event once, in order, and says at the end what it has found.
///
/// What it remembers must not grow with the events but with what they are about (tokens, hosts, hops), so that all
/// detectors together are linear.
protocol FindingDetector: Sendable {
    /// What it can find.
    static var kinds: [FindingKind] { get }

    init(_ handoff: HandoffFindings)

    mutating func take(_ event: TraceEvent)

    /// Each code at most once, unless each event is a fault of its own.
    var findings: [Finding] { get }
}

extension TraceEvent {
    /// The request for a page: the first one, or what a redirect led to; nil for everything else.
    var navigationRequest: RequestEvent? {
        guard actor == .webView, case .request(let request) = kind else { return nil }
        return request
    }

    /// A cookie of that name that a store of a web view has now; nil for everything else.
    func viewWrite(of name: String) -> CookieWriteEvent? {
        guard case .cookieWrite(let write) = kind, write.name == name, !write.isNativeStorage, write.isInStore else {
            return nil
        }
        return write
    }
}

extension RequestEvent {
    func carries(_ name: String) -> Bool { sent.contains { $0.name == name } }
    func isFor(_ host: String) -> Bool { (try? CookieURL(url.text))?.host == host }
}
