import BridgePrimitives
import BridgeTrace
import Cookies

/// The app's own storage has the cookie, and the request that could have carried it went out from another jar.
struct CopyInOtherStore: FindingDetector {
    // The session may have reached the page in another way beside.
    static let kinds = [FindingKind(SendReason.otherStore, .fragile)]
    private(set) var findings: [Finding] = []
    private let handoff: HandoffFindings
    private var copy: Int?
    /// Attributes of the app's and the backend's writes: whichever of them is copied.
    private var attributes: Set<String> = []
    private var isDecided = false

    init(_ handoff: HandoffFindings) { self.handoff = handoff }

    mutating func take(_ event: TraceEvent) {
        guard !isDecided else { return }
        if case .cookieWrite(let write) = event.kind, write.isNativeStorage, write.name == handoff.cookieName {
            attributes.formUnion(write.attributeNames)
        }
        guard let copy else {
            guard case .cookieWrite(let write) = event.kind, write.source == .native, write.isNativeStorage,
                write.name == handoff.cookieName, write.isInStore,
                Self.isSameOrParent(write.host, of: handoff.appHost)
            else { return }
            copy = event.sequence
            return
        }
        guard let request = event.navigationRequest else { return }
        isDecided = true
        guard !request.carries(handoff.cookieName) else { return }
        findings = [
            Finding(
                code: SendReason.otherStore.code,
                message:
                    "The app put \(handoff.cookieName) into its own HTTPCookieStorage; the web view has a store of its own,"
                    + " and that copy never reached the page.",
                fix: SendReason.otherStore.fix(
                    isHTTPOnly: attributes.contains("httponly"),
                    isSecureOnHTTP: attributes.contains("secure") && request.url.text.hasPrefix("http://")),
                evidence: [copy, event.sequence])
        ]
    }

    private static func isSameOrParent(_ domain: String, of host: String) -> Bool {
        domain == host || host.hasSuffix("." + domain.drop { $0 == "." })
    }
}
