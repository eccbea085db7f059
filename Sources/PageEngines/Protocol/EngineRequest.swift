import BridgePrimitives
import Cookies
import WebViews

/// What the helper is asked: one operation of its protocol (docs/webkit-helper.md).
struct EngineRequest: Hashable, Sendable {
    let op: String
    let members: JSONObject

    private init(_ op: String, _ members: [(String, JSONValue?)]) {
        self.op = op
        self.members = JSONObject(members.compactMap { name, value in value.map { (name, $0) } })
    }

    /// The line, with its line feed.
    func line(id: Int64) -> [UInt8] {
        var object = JSONObject([("id", .integer(id)), ("op", .string(op))])
        for (name, value) in members { object[name] = value }
        return Array(JSONValue.object(object).text().utf8) + [0x0A]
    }
}

extension EngineRequest {
    static func makeDataStore(_ store: String, _ settings: EngineStoreSettings) -> EngineRequest {
        EngineRequest(
            "makeDataStore",
            [
                ("store", .string(store)), ("folder", settings.folder.map { .string($0) }),
                ("proxy", settings.proxy.map { .string($0) }),
                ("trackingPrevention", settings.trackingPrevention ? true : nil),
            ])
    }

    static func removeDataStore(_ store: String) -> EngineRequest {
        EngineRequest("removeDataStore", [("store", .string(store))])
    }

    static func setCookie(_ cookie: NativeCookie, store: String) -> EngineRequest {
        EngineRequest("setCookie", [("store", .string(store)), ("cookie", cookie.engineJSON)])
    }

    static func deleteCookie(_ cookie: NativeCookie, store: String) -> EngineRequest {
        EngineRequest("deleteCookie", [("store", .string(store)), ("cookie", cookie.engineJSON)])
    }

    static func getAllCookies(store: String) -> EngineRequest {
        EngineRequest("getAllCookies", [("store", .string(store))])
    }

    static func makeWebView(_ view: String, store: String, _ settings: EngineViewSettings) -> EngineRequest {
        EngineRequest(
            "makeWebView",
            [
                ("view", .string(view)), ("store", .string(store)),
                ("customUserAgent", settings.userAgent.map { .string($0) }),
                ("console", settings.tellsConsole ? nil : false),
                ("userScripts", .array(settings.userScripts.map { .object(JSONObject(members(of: $0))) })),
                ("scriptMessageHandlers", .array(settings.messageHandlers.map { ["name": .string($0)] })),
            ])
    }

    static func closeWebView(_ view: String) -> EngineRequest { of(view, "closeWebView") }

    static func addUserScript(_ script: UserScript, view: String) -> EngineRequest {
        EngineRequest("addUserScript", [("view", .string(view))] + members(of: script).map { ($0.0, $0.1) })
    }

    static func removeAllUserScripts(view: String) -> EngineRequest { of(view, "removeAllUserScripts") }

    static func load(_ url: String, headers: [(name: String, value: String)], view: String) -> EngineRequest {
        let fields = JSONObject(headers.map { ($0.name, .string($0.value)) })
        return EngineRequest(
            "load",
            [
                ("view", .string(view)), ("url", .string(url)), ("headers", fields.isEmpty ? nil : .object(fields)),
            ])
    }

    static func loadHTML(_ html: String, baseURL: String?, view: String) -> EngineRequest {
        EngineRequest(
            "loadHTMLString",
            [("view", .string(view)), ("html", .string(html)), ("baseURL", baseURL.map { .string($0) })])
    }

    /// An operation that has only a view: `reload`, `goBack`, `goForward`, `stopLoading`, `terminateWebContentProcess`.
    static func of(_ view: String, _ op: String) -> EngineRequest { EngineRequest(op, [("view", .string(view))]) }

    static func evaluate(_ script: String, view: String) -> EngineRequest {
        EngineRequest("evaluateJavaScript", [("view", .string(view)), ("script", .string(script))])
    }

    static func callAsync(_ body: String, view: String) -> EngineRequest {
        EngineRequest("callAsyncJavaScript", [("view", .string(view)), ("functionBody", .string(body))])
    }

    static func snapshot(to file: String, wholeDocument: Bool, view: String) -> EngineRequest {
        EngineRequest(
            "takeSnapshot",
            [("view", .string(view)), ("file", .string(file)), ("wholeDocument", .bool(wholeDocument))])
    }

    private static func members(of script: UserScript) -> [(String, JSONValue)] {
        [
            ("source", .string(script.source)), ("injectionTime", .string(script.injectionTime.rawValue)),
            ("forMainFrameOnly", .bool(script.forMainFrameOnly)),
        ]
    }
}
