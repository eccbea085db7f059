import BridgePrimitives
import BridgeTrace

/// Who stands above a lifeline, from left to right.
enum Participant: String, CaseIterable, Sendable {
    case app, store, backend, edge, auth, providers, view, page, router

    /// Its name in the diagram. The one in the diagram's source is ours too: no word of Mermaid's.
    var title: String {
        switch self {
        case .app: "app"
        case .store: "native store"
        case .backend: "backend"
        case .edge: "edge"
        case .auth: "auth"
        case .providers: "identity providers"
        case .view: "web view"
        case .page: "page"
        case .router: "guard"
        }
    }

    /// Those that a handoff has, and that stand there whether or not they do anything.
    static let always: Set<Participant> = [.app, .store, .backend, .auth, .view, .page, .router]

    init(_ actor: TraceActor) {
        self =
            switch actor {
            case .app, .test, .control: .app
            case .backend: .backend
            case .edge, .proxy: .edge
            case .auth: .auth
            case .apple, .twitter: .providers
            case .webView: .view
            case .page: .page
            }
    }

    /// Of a store by the name that it has in a trace.
    init(store: String) { self = store == StoreName.native ? .store : .view }
}
