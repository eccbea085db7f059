import BridgePrimitives
import Cookies
import HTTPLoader

/// A document in a web view: its URL and state, its tree, and its scripts' world, which is made when a script wants it.
///
/// Belongs to the view's thread.
final class LoadedPage {
    let place: DocumentPlace
    let host: PageHost
    /// What a reload repeats; nil for HTML that the app gave.
    let origin: NavigationOrigin?
    /// The service worker that controls the document: there before its request, or never.
    var worker: ServiceWorkerRegistration?
    var document = PageDocument.empty
    /// In document order.
    var frames: [LoadedFrame] = []
    private var context: ScriptWorld?

    init(place: DocumentPlace, host: PageHost, origin: NavigationOrigin?) {
        (self.place, self.host, self.origin) = (place, host, origin)
    }

    var url: DocumentURL { place.url }

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
    /// The document that had started the load, whose site a native reload still answers for; nil for the app.
    var initiator: CookieURL?
    var referrer: DocumentURL?
    /// The hops before it, whose sites a native reload still answers for.
    var redirectedFrom: [CookieURL]
    /// Whether a decorated link of a tracker led to the document.
    var isDecoratedByTracker = false
}
