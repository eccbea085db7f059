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

    init(
        firstEvent: Int, verdict: Verdict, reasons: [ReasonCode], path: String?, route: String?, userID: String?,
        stored: [NativeCookie]
    ) {
        (self.firstEvent, self.verdict, self.reasons) = (firstEvent, verdict, reasons)
        (self.path, self.route, self.userID, self.stored) = (path, route, userID, stored)
    }

    /// All that the view has kept is removed.
    mutating func forget() { (userID, stored) = (nil, []) }
}
