import BridgePrimitives
import ChildProcesses
import HTTPLoader

/// Starts a browser's driver, with a display where the browser needs one, lends it to `body`, and ends all of it
/// however `body` ends: the driver, the display, and every process that they have started.
///
/// For several fresh sessions one after the other; ``withBrowser(_:settings:_:)`` is for one.
///
/// - Throws: `browser/not-installed` with the package to install, `browser/driver-did-not-start`,
///   `browser/timed-out`; else what `body` throws.
/// - Complexity: 0.1 to 1 s before `body` runs.
public func withBrowserDriver<Value>(
    _ engine: BrowserEngine, timeouts: BrowserTimeouts = BrowserTimeouts(),
    _ body: (BrowserDriver) async throws -> Value
) async throws -> Value {
    // What is missing is said before anything is started.
    _ = try engine.driver.location()
    _ = try engine.capabilities(settings: BrowserSettings(), profile: nil)
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    // A screenshot is the largest answer there is.
    let transport = try CurlTransport(limits: TransportLimits(bodyBytes: 64 << 20))
    defer { transport.shutdown() }
    let display = engine == .webkitgtk ? try await VirtualDisplay.start(in: folder, timeouts: timeouts) : nil
    let outcome: Result<Value, any Error>
    do {
        let driver = try await BrowserDriver.start(
            engine, display: display, folder: folder, transport: transport, timeouts: timeouts)
        let inner: Result<Value, any Error>
        do { inner = .success(try await body(driver)) } catch { inner = .failure(error) }
        await Task { await driver.stop() }.value
        outcome = inner
    } catch {
        outcome = .failure(error)
    }
    if let display { await Task { await display.process.stop(within: timeouts.stop) }.value }
    return try outcome.get()
}

/// Starts a browser with an empty profile, lends it to `body`, and ends it however `body` ends.
///
/// - Throws: as ``withBrowserDriver(_:timeouts:_:)``, and `browser/no-session`.
/// - Complexity: 1 to 2 s before `body` runs.
public func withBrowser<Value>(
    _ engine: BrowserEngine, settings: BrowserSettings = BrowserSettings(),
    _ body: (BrowserSession) async throws -> Value
) async throws -> Value {
    try await withBrowserDriver(engine, timeouts: settings.timeouts) { driver in
        try await driver.withSession(settings, body)
    }
}
