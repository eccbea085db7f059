public import BridgePrimitives

/// A window or tab of a session's browser.
public struct BrowserWindow: Hashable, Sendable {
    /// The driver's handle, which says nothing else.
    let handle: String
}

/// Windows that pages open (W3C WebDriver §11.2). A session's commands go to one of them, at first to its own.
extension BrowserSession {
    /// The window that commands go to.
    public func window() async throws(BridgeFailure) -> BrowserWindow {
        BrowserWindow(handle: try await text("/window"))
    }

    /// All of them, in no order.
    public func windows() async throws(BridgeFailure) -> [BrowserWindow] {
        guard let handles = try await call("GET", "/window/handles").arrayValue else {
            throw BrowserReason.badAnswer.failure("the windows are no list")
        }
        return handles.compactMap { $0.stringValue.map(BrowserWindow.init(handle:)) }
    }

    /// Sends commands there from now on.
    ///
    /// - Throws: `browser/refused` when it is closed.
    public func goOn(in window: BrowserWindow) async throws(BridgeFailure) {
        _ = try await call("POST", "/window", ["handle": .string(window.handle)])
    }

    /// Closes the window that commands go to, as its user does: ``goOn(in:)`` names the next one.
    public func closeWindow() async throws(BridgeFailure) { _ = try await call("DELETE", "/window") }
}
