import BridgePrimitives
import ChildProcesses

/// Starts a program or finds it a port, for a browser.
///
/// - Throws: `browser/driver-did-not-start`.
func starting<Value>(_ body: () throws(ChildProcessFailure) -> Value) throws(BridgeFailure) -> Value {
    do { return try body() } catch { throw BrowserReason.driverDidNotStart.failure(error.cause) }
}
