import BridgePrimitives

/// The web app's server's view of whoever visits: which pages were asked for, and with which cookies. It also puts
/// scripts into the pages, for browsers that take no user scripts.
package final class WebAppObserver: Sendable {
    /// A request that was answered with a page or a redirect.
    package struct PageRequest: Hashable, Sendable {
        package let method: String
        /// Host without port, path and query.
        package let address: String
        /// As the server saw it, after whatever stands in front; nil without one.
        package let cookieHeader: String?

        package init(method: String, address: String, cookieHeader: String?) {
            (self.method, self.address, self.cookieHeader) = (method, address, cookieHeader)
        }
    }

    /// A script that stands for the app's user script.
    package struct PageScript: Hashable, Sendable {
        let source: String
        let isAtDocumentStart: Bool

        package init(source: String, isAtDocumentStart: Bool) {
            (self.source, self.isAtDocumentStart) = (source, isAtDocumentStart)
        }

        /// Text for the page. What would end the element, or begin a comment in it, is written so that a string of the
        /// script still means the same.
        var element: String {
            let safe = source.replacing("</", with: "<\\/").replacing("<!--", with: "<\\!--")
            guard !isAtDocumentStart else { return "<script>\(safe)</script>" }
            return "<script>addEventListener(\"DOMContentLoaded\", () => {\n\(safe)\n})</script>"
        }
    }

    private struct State {
        var requests: [PageRequest] = []
        var scripts: [PageScript] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// How many requests are remembered at most; a page that reloads for ever fills no memory.
    private static let most = 1000

    func note(_ request: PageRequest) {
        state.withLock { state in
            if state.requests.count < Self.most { state.requests.append(request) }
        }
    }

    /// The requests since the last call, in order.
    package func takeRequests() -> [PageRequest] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// Puts these scripts into each page from now on.
    package func serve(scripts: [PageScript]) { state.withLock { $0.scripts = scripts } }

    /// The page with the scripts in it: before everything but the document type, as user scripts run.
    func dressing(_ html: [UInt8]) -> [UInt8] {
        let scripts = state.withLock { $0.scripts }
        guard !scripts.isEmpty else { return html }
        let elements = Array(scripts.map(\.element).joined().utf8)
        let documentType = "<!doctype html>".utf8
        let head = ASCIIText.isSame(html.prefix(documentType.count), documentType) ? documentType.count : 0
        return html[..<head] + elements + html[head...]
    }
}
