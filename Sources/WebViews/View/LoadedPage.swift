import BridgePrimitives
import Cookies
import HTTPLoader

/// A document in a web view: its URL and state, its tree, and its scripts' world, which is made when a script wants it.
///
/// Belongs to the view's thread.
final class LoadedPage {
    let url: DocumentURL
    let host: PageHost
    /// What a reload repeats; nil for HTML that the app gave.
    let origin: NavigationOrigin?
    var document = PageDocument.empty
    private var context: ScriptWorld?

    init(url: DocumentURL, host: PageHost, origin: NavigationOrigin?) {
        (self.url, self.host, self.origin) = (url, host, origin)
    }

    /// The document's own JavaScript world.
    func scripts(in group: () -> ScriptContextGroup?) -> ScriptWorld? {
        if let context { return context }
        context = group().flatMap { ScriptWorld(group: $0, host: host) }
        return context
    }
}

/// The request that a document came from, as a reload repeats it.
struct NavigationOrigin: Sendable {
    var request: HTTPRequest
    var timeoutInterval: Duration
    /// The hops before it, whose sites a native reload still answers for.
    var redirectedFrom: [CookieURL]
    /// Whether a decorated link of a tracker led to the document.
    var isDecoratedByTracker = false
}
