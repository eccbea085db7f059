import BridgeTrace
import Reasons

/// The backend kept the token from scripts, and the copy in the web view does not.
struct HTTPOnlyLost: FindingDetector {
    // A token that a script is to trade cannot be HttpOnly.
    static let kinds = [FindingKind(HandoffReason.httpOnlyLost, .note)]
    private let handoff: HandoffFindings
    private var fromBackend: Int?
    /// By the store's name, the first write for the web app of the app's or a script's.
    private var copies: [String: Int] = [:]
    /// Stores from which the token has come to a page of the web app: scripts can have read it there.
    private var readable: Set<String> = []

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        if let request = event.navigationRequest {
            if let store = request.store, request.isFor(handoff.appHost), request.carries(handoff.cookieName) {
                readable.insert(store)
            }
            return
        }
        switch event.kind {
        case .cookieRead(let read):
            if read.visible.contains(where: { $0.name == handoff.cookieName }) { readable.insert(read.store) }
        case .cookieWrite(let write) where write.name == handoff.cookieName: take(write, at: event.sequence)
        default: break
        }
    }

    private mutating func take(_ write: CookieWriteEvent, at sequence: Int) {
        let isHTTPOnly = write.attributeNames.contains("httponly")
        if write.source == .response {
            if fromBackend == nil, isHTTPOnly { fromBackend = sequence }
        } else if !isHTTPOnly, !write.isNativeStorage, write.isInStore,
            CopyForOtherHost.covers(write.host, handoff.appHost)
        {
            if copies[write.store] == nil { copies[write.store] = sequence }
            // The script that writes it could read it.
            if write.source == .script { readable.insert(write.store) }
        }
    }

    var findings: [Finding] {
        guard let fromBackend, let copy = copies.filter({ readable.contains($0.key) }).values.min() else { return [] }
        return [
            Finding(
                HandoffReason.httpOnlyLost,
                "The backend set \(handoff.cookieName) with HttpOnly; the copy in the web view has lost it, so every"
                    + " script on the page can read the token.",
                evidence: [fromBackend, copy])
        ]
    }
}
