import BridgePrimitives
import CookieStores
import HTTPLoader
import WebViews

/// What the app does, method by method.
extension HandoverWorld {
    /// Before anything is loaded.
    func prepare() async throws {
        switch method {
        case .userScriptAtStart:
            content.addUserScript(UserScript(source: scriptStatement, injectionTime: .atDocumentStart))
        case .userScriptAtEnd:
            content.addUserScript(UserScript(source: scriptStatement, injectionTime: .atDocumentEnd))
        case .sharedStorageNonPersistent, .sharedStoragePersistent:
            shared.store(native: nativeCookie)
        case .awaitedNativeCookie, .cookieHeaderAndJar, .firebaseIDTokenCookie:
            await store.httpCookieStore.setCookie(nativeCookie)
        case .unawaitedNativeCookie:
            if setting != .ios { store.httpCookieStore.writeSchedule = .afterNextRequest }
            store.httpCookieStore.setCookie(nativeCookie, completionHandler: nil)
        case .nativeHTTPOnlyAndScript:
            await store.httpCookieStore.setCookie(nativeCookie)
            // As careful scripts do, it looks first; only then has the page a copy to write into.
            let write = "document.cookie || (document.cookie = '\(Self.phantomPair); Path=/; Domain=app.localhost')"
            content.addUserScript(UserScript(source: write, injectionTime: .atDocumentStart))
        case .evaluateBeforeLoad:
            try await webView.evaluateJavaScript(scriptStatement)
        case .warmUpDocument:
            try await webView.loadHTMLString("", baseURL: server.url("/"))
            try await webView.evaluateJavaScript(scriptStatement)
        case .messageBridge:
            try content.add(TokenGiver(world: self), name: "token")
            let ask = "webkit.messageHandlers.token.postMessage(null)"
            content.addUserScript(UserScript(source: ask, injectionTime: .atDocumentStart))
        case .cookieHeader, .authorizationHeader, .setCookieOnDocument, .bootstrapRedirect, .bootstrapPost,
            .tokenInQuery, .tokenInFragment, .evaluateAfterLoad, .fetchFromPage, .serviceWorker, .firebaseSessionCookie:
            break
        }
    }

    /// The load that brings the session along, where a method has one; else a plain one.
    func firstRequest(_ path: String) throws -> PageRequest {
        let target = column == .redirect ? "/landed" : path
        switch method {
        case .cookieHeader, .cookieHeaderAndJar:
            var request = try request(path)
            request.headers = ["Cookie": Self.manualPair]
            return request
        case .authorizationHeader:
            var request = try request(path)
            request.headers = ["Authorization": "Bearer \(Self.secret)"]
            return request
        case .bootstrapRedirect: return try request("/bootstrap?code=\(Self.secret)&to=\(target)")
        case .bootstrapPost:
            var request = try request("/bootstrap?to=\(target)")
            request.method = "POST"
            request.body = Array("code=\(Self.secret)".utf8)
            request.headers = ["Content-Type": FormBody.contentType]
            return request
        case .tokenInQuery: return try request("\(path)?token=\(Self.secret)")
        case .tokenInFragment: return try request("\(path)#token=\(Self.secret)")
        default: return try request(path)
        }
    }

    /// With a page open, where a method needs one.
    func act() async throws {
        switch method {
        case .evaluateAfterLoad: try await webView.evaluateJavaScript(scriptStatement)
        case .fetchFromPage, .firebaseSessionCookie:
            let body: JSONValue = ["idToken": .string(Self.secret)]
            _ = try await webView.fetch(.json(url: try WebURL(server.url("/session")), value: body))
        case .serviceWorker:
            try await webView.registerServiceWorker(adding: ["Authorization": "Bearer \(Self.secret)"])
            _ = try await webView.load(try request("/"))  // from here on it controls
        default: break
        }
    }

    /// What the page asks for later: the bridge's token is added by the page's own code.
    func laterRequest() async throws -> HTTPRequest {
        var request = HTTPRequest(url: try WebURL(server.url("/api")))
        if method == .messageBridge, setting != .plainRequest,
            case .string(let token) = try await webView.evaluateJavaScript("globalThis.token")
        {
            request.headers.append("Authorization", "Bearer \(token)")
        }
        return request
    }

    /// Native code that answers the page's question.
    private final class TokenGiver: ScriptMessageHandler {
        private weak let world: HandoverWorld?
        init(world: HandoverWorld) { self.world = world }

        func receive(_ message: ScriptMessage) async {
            _ = try? await world?.webView.evaluateJavaScript("globalThis.token = '\(HandoverWorld.secret)'")
        }
    }
}
