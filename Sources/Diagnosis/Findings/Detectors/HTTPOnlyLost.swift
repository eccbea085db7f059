import BridgeTrace

/// The backend kept the token from scripts, and the copy in the web view does not.
struct HTTPOnlyLost: FindingDetector {
    // A token that a script is to trade cannot be HttpOnly.
    static let kinds = [FindingKind(HandoffReason.httpOnlyLost, .note)]
    private let handoff: HandoffFindings
    private var fromBackend: Int?
    /// By the store's name, the first write for the web app of the app's or a script's.
    private var copies: [String: Int] = [:]
    /// Stores from which the web app's pages were asked for.
    private var pageStores: Set<String> = []

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        if let request = event.navigationRequest, request.isFor(handoff.appHost), let store = request.store {
            pageStores.insert(store)
        }
        guard case .cookieWrite(let write) = event.kind, write.name == handoff.cookieName else { return }
        let isHTTPOnly = write.attributeNames.contains("httponly")
        if write.source == .response {
            if fromBackend == nil, isHTTPOnly { fromBackend = event.sequence }
        } else if !isHTTPOnly, !write.isNativeStorage, write.isInStore,
            CopyForOtherHost.covers(write.host, handoff.appHost)
        {
            if copies[write.store] == nil { copies[write.store] = event.sequence }
        }
    }

    var findings: [Finding] {
        // A copy that no page of the web app is near is not read by its scripts.
        let read = copies.filter { pageStores.isEmpty || pageStores.contains($0.key) }
        guard let fromBackend, let copy = read.values.min() else { return [] }
        return [
            Finding(
                HandoffReason.httpOnlyLost,
                "The backend set \(handoff.cookieName) with HttpOnly; the copy in the web view has lost it, so every"
                    + " script on the page can read the token.",
                evidence: [fromBackend, copy])
        ]
    }
}
