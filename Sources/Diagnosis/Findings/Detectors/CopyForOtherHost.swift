import BridgeTrace
import Reasons

/// The app copied the cookie as it was, with a domain that does not cover the web app.
struct CopyForOtherHost: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.copyForOtherHost, .failure)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty, let write = event.viewWrite(of: handoff.cookieName), write.source == .native,
            !Self.covers(write.host, handoff.appHost)
        else { return }
        findings = [
            Finding(
                HandoffReason.copyForOtherHost,
                Self.message(handoff.cookieName, host: write.host, appHost: handoff.appHost),
                evidence: [event.sequence])
        ]
    }

    static func message(_ cookieName: String, host: String, appHost: String) -> String {
        "The app put \(cookieName) into the web view's store for \(host); no request for \(appHost) carries it, and no"
            + " script there sees it."
    }

    /// Whether a native cookie of that domain, with a leading dot where hosts below it count, is for `host`.
    static func covers(_ domain: String, _ host: String) -> Bool {
        domain == host || (domain.hasPrefix(".") && (host.hasSuffix(domain) || host == domain.dropFirst()))
    }
}
