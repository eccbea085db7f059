import BridgeTrace
import Reasons

/// The layers that a session goes through are not all of one user.
struct UIDDiffers: FindingDetector {
    static let kinds = [FindingKind(HandoffReason.uidDiffers, .failure)]
    private(set) var findings: [Finding] = []
    private var app: Layer?
    private var idToken: Layer?
    private var customToken: Layer?
    private var page: Layer?

    private struct Layer {
        let uid: String
        let sequence: Int
    }

    init(_ handoff: HandoffFindings) {}

    mutating func take(_ event: TraceEvent) {
        guard findings.isEmpty else { return }
        switch event.kind {
        case .account(let account):
            guard event.actor == .app || event.actor == .page else { return }
            var layer: Layer?
            switch account.action {
            case .signedIn: layer = account.uid.map { Layer(uid: $0, sequence: event.sequence) }
            case .signedOut: layer = nil
            default: return
            }
            // A token of an earlier user's is nobody's fault until it is used.
            if event.actor == .app { (app, idToken, customToken) = (layer, nil, nil) } else { page = layer }
        case .token(let token) where event.actor == .backend:
            guard let uid = token.uid else { return }
            let layer = Layer(uid: uid, sequence: event.sequence)
            if token.form == .idToken, token.action == .accepted { idToken = layer }
            if token.form == .customToken, token.action == .issued {
                customToken = layer
                compare([idToken, layer])
            }
        case .routing(let routing) where routing.step == .entered: compare([app, page])
        default: break
        }
    }

    /// Tells if both are there and differ, with all layers by their names.
    private mutating func compare(_ layers: [Layer?]) {
        let uids = Set(layers.compactMap { $0?.uid })
        guard uids.count > 1 else { return }
        let named = [
            ("the app's user is", app), ("its ID token is for", idToken), ("the custom token is for", customToken),
            ("the page's user is", page),
        ].compactMap { words, layer in layer.map { (words: words, layer: $0) } }
        let text = named.map { "\($0.words) \($0.layer.uid)" }.joined(separator: ", ")
        findings = [
            Finding(
                HandoffReason.uidDiffers, "Not all are one user: \(text).",
                evidence: named.map(\.layer.sequence).sorted())
        ]
    }
}
