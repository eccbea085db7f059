import BridgePrimitives
import BridgeTrace
import Cookies

/// What came of opening a page in an engine.
struct EnginePage: Sendable {
    /// The sequence number of the first event that belongs to it.
    let firstEvent: Int
    let verdict: Verdict
    let reasons: [ReasonCode]
    let path: String?
    let route: String?
    private(set) var userID: String?
    /// The cookies in the engine's store.
    private(set) var stored: [NativeCookie]

    /// All that the view has kept is removed.
    mutating func forget() { (userID, stored) = (nil, []) }
}
