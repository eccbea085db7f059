package import BridgePrimitives
package import HTTPLoader

extension LoadMachine {
    /// What is to be said of the next request that has not been said yet.
    ///
    /// - Parameter told: how many notes have been, moved forward.
    package func codes(after told: inout Int) -> [ReasonCode] {
        defer { told = notes.count }
        return notes.dropFirst(told).flatMap { note -> [ReasonCode] in
            note.reason == .manualCookieDropped
                ? [note.reason.code, SendReason.manualHeaderDropped.code] : [note.reason.code]
        }
    }
}
