import BridgePrimitives
import Cookies
import WebViews

/// What an engine is asked. The helper's protocol has an operation for each (docs/webkit-helper.md).
enum EngineRequest: Sendable {
    case makeDataStore(String, EngineStoreSettings)
    case removeDataStore(String)
    case setCookie(NativeCookie, store: String)
    case deleteCookie(NativeCookie, store: String)
    case getAllCookies(store: String)
    case makeWebView(String, store: String, EngineViewSettings)
    case closeWebView(String)
    case addUserScript(UserScript, view: String)
    case removeAllUserScripts(view: String)
    case load(String, headers: [(name: String, value: String)], view: String)
    case loadHTML(String, baseURL: String?, view: String)
    case reload(view: String)
    case goBack(view: String)
    case goForward(view: String)
    case stopLoading(view: String)
    case evaluate(String, view: String)
    case callAsync(String, view: String)
    case snapshot(to: String, wholeDocument: Bool, view: String)
    case terminateWebContentProcess(view: String)

    /// The operation's name.
    var name: String { operation.name }

    /// The line, with its line feed.
    func line(id: Int64) -> [UInt8] {
        let (name, members) = operation
        var object = JSONObject([("id", .integer(id)), ("op", .string(name))])
        for (name, value) in members { object[name] = value }
        return Array(JSONValue.object(object).text().utf8) + [0x0A]
    }

    /// Members that are nil are left out.
    private var operation: (name: String, members: [(String, JSONValue?)]) {
        switch self {
        case .makeDataStore(let store, let settings):
            (
                "makeDataStore",
                [
                    ("store", .string(store)), ("folder", settings.folder.map { .string($0) }),
                    ("proxy", settings.proxy.map { .string($0) }),
                    ("trackingPrevention", settings.trackingPrevention ? true : nil),
                ]
            )
        case .removeDataStore(let store): ("removeDataStore", [("store", .string(store))])
        case .setCookie(let cookie, let store):
            ("setCookie", [("store", .string(store)), ("cookie", cookie.engineJSON)])
        case .deleteCookie(let cookie, let store):
            ("deleteCookie", [("store", .string(store)), ("cookie", cookie.engineJSON)])
        case .getAllCookies(let store): ("getAllCookies", [("store", .string(store))])
        case .makeWebView(let view, let store, let settings):
            (
                "makeWebView",
                [
                    ("view", .string(view)), ("store", .string(store)),
                    ("customUserAgent", settings.userAgent.map { .string($0) }),
                    ("console", settings.tellsConsole ? nil : false),
                    ("opensWindows", settings.opensWindows ? true : nil),
                    ("userScripts", .array(settings.userScripts.map { .object(JSONObject(Self.members(of: $0))) })),
                    ("scriptMessageHandlers", .array(settings.messageHandlers.map { ["name": .string($0)] })),
                ]
            )
        case .closeWebView(let view): ("closeWebView", [("view", .string(view))])
        case .addUserScript(let script, let view):
            ("addUserScript", [("view", .string(view))] + Self.members(of: script).map { ($0.0, $0.1) })
        case .removeAllUserScripts(let view): ("removeAllUserScripts", [("view", .string(view))])
        case .load(let url, let headers, let view):
            (
                "load",
                [
                    ("view", .string(view)), ("url", .string(url)),
                    (
                        "headers",
                        headers.isEmpty
                            ? nil : .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))
                    ),
                ]
            )
        case .loadHTML(let html, let baseURL, let view):
            (
                "loadHTMLString",
                [("view", .string(view)), ("html", .string(html)), ("baseURL", baseURL.map { .string($0) })]
            )
        case .reload(let view): ("reload", [("view", .string(view))])
        case .goBack(let view): ("goBack", [("view", .string(view))])
        case .goForward(let view): ("goForward", [("view", .string(view))])
        case .stopLoading(let view): ("stopLoading", [("view", .string(view))])
        case .evaluate(let script, let view):
            ("evaluateJavaScript", [("view", .string(view)), ("script", .string(script))])
        case .callAsync(let body, let view):
            ("callAsyncJavaScript", [("view", .string(view)), ("functionBody", .string(body))])
        case .snapshot(let file, let wholeDocument, let view):
            (
                "takeSnapshot",
                [("view", .string(view)), ("file", .string(file)), ("wholeDocument", .bool(wholeDocument))]
            )
        case .terminateWebContentProcess(let view): ("terminateWebContentProcess", [("view", .string(view))])
        }
    }

    private static func members(of script: UserScript) -> [(String, JSONValue)] {
        [
            ("source", .string(script.source)), ("injectionTime", .string(script.injectionTime.rawValue)),
            ("forMainFrameOnly", .bool(script.forMainFrameOnly)),
        ]
    }
}
