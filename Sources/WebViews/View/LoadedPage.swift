import BridgePrimitives
import Cookies
import CookieStores
import HTTPLoader

/// A document in a web view: its URL and state, its tree, and its scripts' worlds, each of which is made when a script
/// wants it.
///
/// Belongs to the view's thread.
final class LoadedPage {
    let host: PageHost
    /// What a reload repeats; nil for HTML that the app gave.
    private(set) var origin: NavigationOrigin?
    /// The service worker that controls the document: there before its request, or never.
    var worker: ServiceWorkerRegistration?
    var document = PageDocument.empty
    /// As the server answered; nil before there was a document.
    var status: Int?
    /// The response's `Refresh`.
    var refreshHeader: String?
    var refresh: PendingRefresh?
    /// In document order.
    var frames: [LoadedFrame] = []
    private var contexts: [ContentWorld: ScriptWorld] = [:]
    /// What has put its port into the document.
    var program: (any PageProgram)?

    init(host: PageHost, origin: NavigationOrigin?) { (self.host, self.origin) = (host, origin) }

    var place: DocumentPlace { host.place }
    var url: DocumentURL { place.url }

    /// The document goes on under another address; a reload asks for that one.
    func move(to url: WebURL, cookies: (DocumentPlace) -> DocumentCookies) {
        let place = place.moved(to: DocumentURL(url))
        host.move(to: place, cookies: cookies(place), baseURL: document.baseURL(fallback: place.url.baseURL))
        guard let headers = origin?.request.headers else { return }
        origin?.request = HTTPRequest(url: url, headers: headers)
    }

    /// The document's own global object of that world.
    func scripts(of world: ContentWorld = .page, in group: () -> ScriptContextGroup?) -> ScriptWorld? {
        if let context = contexts[world] { return context }
        let context = group().flatMap { ScriptWorld(group: $0, host: host, world: world) }
        contexts[world] = context
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
