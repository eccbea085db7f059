package import BridgePrimitives
package import BridgeTrace
package import Cookies

/// What came of opening a page in an engine.
package struct EnginePage: Sendable {
    /// The sequence number of the first event that belongs to it.
    let firstEvent: Int
    package let verdict: Verdict
    let reasons: [ReasonCode]
    let path: String?
    package let route: String?
    package private(set) var userID: String?
    /// The cookies in the engine's store.
    package private(set) var stored: [NativeCookie]
    /// Host and path, in the clear.
    package let address: String
    /// What `document.cookie` gives; nil where no page is shown, or it does not answer.
    package let visible: Secret<String>?

    init(
        firstEvent: Int, verdict: Verdict, reasons: [ReasonCode], path: String?, route: String?, userID: String?,
        stored: [NativeCookie], address: String, visible: Secret<String>?
    ) {
        (self.firstEvent, self.verdict, self.reasons) = (firstEvent, verdict, reasons)
        (self.path, self.route, self.userID, self.stored) = (path, route, userID, stored)
        (self.address, self.visible) = (address, visible)
    }

    /// All that the view has kept is removed.
    mutating func forget() { (userID, stored) = (nil, []) }
}
