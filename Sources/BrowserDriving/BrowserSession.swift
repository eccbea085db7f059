public import BridgePrimitives
import Foundation
public import HTTPLoader

/// A browser that runs, with one window, lent for a while.
///
/// Every failure is a ``BridgeFailure`` with a code of ``BrowserReason``; each command takes at most the session's
/// `timeouts.command`.
public struct BrowserSession: Sendable {
    public let engine: BrowserEngine
    let wire: DriverWire
    /// Of the session's commands at the driver.
    let path: String
    let timeouts: BrowserTimeouts
    /// The folder of the browser's profile, where it has one of its own.
    let profile: String?

    /// Opens a page; returns when its `load` event has fired.
    ///
    /// When a page does not open, some browsers fail and others show an error page of their own and say nothing: look
    /// for what the page should have.
    /// - Throws: `browser/timed-out`; of browsers that fail, `browser/insecure-certificate` or `browser/refused`.
    public func navigate(to url: WebURL) async throws(BridgeFailure) {
        try await navigate(to: url.string)
    }

    /// Opens a page by an address that need not be of the web: `about:blank`.
    public func navigate(to address: String) async throws(BridgeFailure) {
        _ = try await call("POST", "/url", ["url": .string(address)])
    }

    /// Loads the page again, as a user does.
    public func reload() async throws(BridgeFailure) { _ = try await call("POST", "/refresh", [:]) }

    /// The address that the browser shows.
    public func address() async throws(BridgeFailure) -> String { try await text("/url") }

    /// The document's title.
    public func title() async throws(BridgeFailure) -> String { try await text("/title") }

    /// Runs a script in the page as the body of a function and gives what it returns.
    ///
    /// - Parameter arguments: in the script as `arguments[0]`, `arguments[1]` …
    /// - Throws: `browser/script-failed` with the exception's words.
    @discardableResult
    public func execute(_ script: String, _ arguments: [JSONValue] = []) async throws(BridgeFailure) -> JSONValue {
        try await call("POST", "/execute/sync", ["script": .string(script), "args": .array(arguments)])
    }

    /// Runs a script again and again until it returns something truthy other than an empty text, and gives that. A
    /// document that is replaced while it is asked has not answered; the next one is asked.
    ///
    /// - Parameter limit: nil for the session's time for a page.
    /// - Throws: `browser/timed-out`; what the script throws ends the wait at once.
    @discardableResult
    public func wait(
        for script: String, _ arguments: [JSONValue] = [], within limit: Duration? = nil
    ) async throws(BridgeFailure) -> JSONValue {
        let limit = limit ?? timeouts.page
        let end = ContinuousClock.now + limit
        while true {
            if let value = try await answer(to: script, arguments), value != .null, value != false, value != "",
                value != 0
            {
                return value
            }
            guard ContinuousClock.now < end else {
                throw BrowserReason.timedOut.failure("\(script.prefix(120)): not so within \(limit)")
            }
            try await pause(for: .milliseconds(10))
        }
    }

    /// - Returns: nil when the document went away while it was asked, which WebKitGTK's driver tells as a refusal.
    private func answer(to script: String, _ arguments: [JSONValue]) async throws(BridgeFailure) -> JSONValue? {
        do { return try await execute(script, arguments) } catch {
            guard error.code == BrowserReason.refused.code, error.cause.contains("before the unload event") else {
                throw error
            }
            return nil
        }
    }

    /// A picture of the window, PNG.
    public func screenshot() async throws(BridgeFailure) -> [UInt8] {
        guard let picture = Data(base64Encoded: try await text("/screenshot")) else {
            throw BrowserReason.badAnswer.failure("the screenshot is no base64 text")
        }
        return Array(picture)
    }

    // MARK: - Cookies

    /// The cookies that the browser would send with the page's address, HttpOnly ones as well.
    public func cookies() async throws(BridgeFailure) -> [BrowserCookie] {
        guard let list = try await call("GET", "/cookie").arrayValue else {
            throw BrowserReason.badAnswer.failure("the cookies are no list")
        }
        var cookies: [BrowserCookie] = []
        for json in list { cookies.append(try BrowserCookie(json: json)) }
        return cookies
    }

    /// Puts a cookie into the jar, as an app does with its cookie store.
    ///
    /// - Throws: `browser/refused` for a cookie that the page's address could not have. (WebKitGTK drops it silently.)
    /// - Note: Chromium's driver makes each cookie Secure that is added on a page on HTTPS.
    public func add(_ cookie: BrowserCookie) async throws(BridgeFailure) {
        _ = try await call("POST", "/cookie", ["cookie": cookie.json])
    }

    /// Removes the cookies that ``cookies()`` gives.
    public func deleteCookies() async throws(BridgeFailure) { _ = try await call("DELETE", "/cookie") }

    // MARK: - Commands

    func call(_ method: String, _ command: String, _ body: JSONValue? = nil) async throws(BridgeFailure) -> JSONValue {
        try await wire.call(method, path + command, body, within: timeouts.command)
    }

    func text(_ command: String) async throws(BridgeFailure) -> String {
        guard let text = try await call("GET", command).stringValue else {
            throw BrowserReason.badAnswer.failure("GET \(command) gives no text")
        }
        return text
    }
}
