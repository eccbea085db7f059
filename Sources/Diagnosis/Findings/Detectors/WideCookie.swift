import BridgeTrace
import Reasons

/// The cookie in the web view is for more than the web app: for the hosts below its Domain, or for other sites' pages.
struct WideCookie: FindingDetector {
    static let kinds = [
        FindingKind(HandoffReason.cookieForSubdomains, .fragile), FindingKind(HandoffReason.sameSiteNone, .fragile),
    ]
    private let handoff: HandoffFindings
    private var subdomains: Finding?
    private var otherSites: Finding?

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard subdomains == nil || otherSites == nil, let write = event.viewWrite(of: handoff.cookieName) else {
            return
        }
        if subdomains == nil, let domain = write.attribute("Domain"),
            CopyForOtherHost.covers("." + domain, handoff.appHost)
        {
            subdomains = Finding(
                HandoffReason.cookieForSubdomains,
                "\(handoff.cookieName) has Domain=\(domain): every host below \(domain) is sent the token too.",
                evidence: [event.sequence])
        }
        if otherSites == nil, write.attribute("SameSite") == "None" {
            otherSites = Finding(
                HandoffReason.sameSiteNone,
                "\(handoff.cookieName) has SameSite=None: pages of every site can have \(handoff.appHost) asked with the"
                    + " token.",
                evidence: [event.sequence])
        }
    }

    var findings: [Finding] { [subdomains, otherSites].compactMap(\.self) }
}
