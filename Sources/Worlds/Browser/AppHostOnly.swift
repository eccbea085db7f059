import HTTPLoader
import WebViews

/// The navigation delegate of an app that shows its own pages only: what leads elsewhere is cancelled, as apps do that
/// open such links in Safari.
struct AppHostOnly: NavigationDelegate {
    let host: String

    func decidePolicy(for action: NavigationAction) async -> NavigationPolicy {
        guard action.isForMainFrame, let url = action.url else { return .allow }
        return url.host == host ? .allow : .cancel
    }
}
