import BridgePrimitives
import BridgeTrace
import Cookies

/// The web app is in a frame of another site's page, and the engine keeps its cookie back there.
struct FramedByOtherSite: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.thirdParty, .failure)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    /// The host of the page that is shown.
    private var top: String?
    /// The frame that is being loaded.
    private var frame: Int?

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty else { return }
        switch event.kind {
        case .navigation(let navigation):
            let isInFrame = navigation.reasons.contains(NavigationReason.inFrame.code)
            let host = (try? CookieURL(navigation.url.text))?.host
            if isInFrame {
                frame = host == handoff.appHost && top != handoff.appHost ? event.sequence : nil
            } else if navigation.phase == .didCommit {
                (top, frame) = (host, nil)
            }
        case .request(let request):
            guard let frame, let top, request.isFor(handoff.appHost),
                let withheld = request.withheld.first(where: { $0.name == handoff.cookieName })
            else { return }
            let reasons = withheld.reasons.map(\.rawValue).joined(separator: ", ")
            findings = [
                Finding(
                    HandoffReason.thirdParty,
                    "\(handoff.appHost) is in a frame of a page of \(top), where its \(handoff.cookieName) is kept back"
                        + " (\(reasons)).",
                    evidence: [frame, event.sequence])
            ]
        default: break
        }
    }
}
