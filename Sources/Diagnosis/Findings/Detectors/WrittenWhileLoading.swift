import BridgeTrace
import Reasons

/// The guard saw a cookie that the app wrote only after it had asked for the page: it may as well have read first.
///
/// Not told of a page that the app has spoken with in between: it may wait for the app's word.
struct WrittenWhileLoading: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.writtenWhileLoading, .fragile)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    /// By the store's name, the load under way.
    private var loads: [String: Load] = [:]

    private struct Load {
        let request: Int
        var write: Int?
    }

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty else { return }
        if let request = event.navigationRequest, let store = request.store {
            // Of a write that is on its way by then the request itself says so.
            let knows =
                request.carries(handoff.cookieName) || request.withheld.contains { $0.name == handoff.cookieName }
            loads[store] = knows || !request.isFor(handoff.appHost) ? nil : Load(request: event.sequence)
            return
        }
        switch event.kind {
        case .cookieWrite(let write) where write.name == handoff.cookieName && write.isInStore:
            // A script that writes at document start comes before all of the page's own.
            if write.source == .native { loads[write.store]?.write = event.sequence } else { loads[write.store] = nil }
        case .cookieRead(let read):
            guard let load = loads.removeValue(forKey: read.store), let write = load.write,
                read.visible.contains(where: { $0.name == handoff.cookieName })
            else { return }
            findings = [
                Finding(
                    HandoffReason.writtenWhileLoading,
                    "The app wrote \(handoff.cookieName) when the page was on its way already, and the guard happened to read"
                        + " after it: on a phone either may come first.",
                    evidence: [load.request, write, event.sequence])
            ]
        case .message(let message) where !message.handler.hasPrefix("console."): loads = [:]
        case .script(let script) where script.origin == .evaluated: loads = [:]
        default: break
        }
    }
}
