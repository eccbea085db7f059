import BridgePrimitives
import Cookies

/// The way to an engine that runs: what it is asked, and what it tells.
///
/// For implementers: what is asked is answered as docs/webkit-helper.md has it, cookies apart, whose form is the engine's, and
/// once ``end()`` has been called or the engine has gone nobody waits any longer.
protocol EngineConnection: Sendable {
    /// Asks, and waits for the answer's result.
    ///
    /// - Throws: `engine/timed-out`, `engine/lost`, `engine/bad-answer` or `engine/cancelled`; what the engine's error means.
    @discardableResult
    func call(_ request: EngineRequest, within limit: Duration) async throws(BridgeFailure) -> JSONValue

    /// A cookie of those that `getAllCookies` gives.
    ///
    /// - Throws: `engine/bad-answer`.
    func cookie(_ json: JSONValue) throws(BridgeFailure) -> NativeCookie

    /// What happens in a view from now on, until the engine ends: that is an error of the stream.
    func events(of view: String) -> AsyncThrowingStream<EngineEvent, any Error>

    /// No more events of a view: those who listen have heard all.
    func endEvents(of view: String)

    /// The end, from our side.
    func end()
}
