import BridgePrimitives
import BridgeTrace
import Cookies

/// A request carries several cookies of one name, spelled with and without a Domain, or for several paths: each name
/// once, with the request that first did.
struct SeveralOfOneName: FindingDetector {
    static let kinds = [FindingKind(SendReason.severalOfOneName, .fragile)]
    private(set) var findings: [Finding] = []
    private var told: Set<[UInt8]> = []

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard case .request(let request) = event.kind, request.sent.count > 1 else { return }
        // As bytes: a jar tells names apart that letters do not.
        let byName = Dictionary(grouping: request.sent) { Array($0.name.utf8) }
        for name in request.sent.map({ Array($0.name.utf8) }).uniqued() {
            guard let cookies = byName[name], cookies.count > 1, let first = cookies.first, told.insert(name).inserted
            else { continue }
            let places = cookies.map { "\($0.domain)\($0.path)" }
            findings.append(
                Finding(
                    SendReason.severalOfOneName,
                    "\(cookies.count) cookies are called \(CookieLabel.text(first.name)): \(Self.list(places)). They are"
                        + " sent in this order; a server or script that takes the first gets that of"
                        + " \(first.domain)\(first.path), and one that fills a dictionary from them the last.",
                    evidence: [event.sequence]))
        }
    }

    private static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
    }
}
