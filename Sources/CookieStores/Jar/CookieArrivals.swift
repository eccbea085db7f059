package import Cookies

/// Changes what is written to a jar before the jar decides about it.
package protocol CookieArrivals: Sendable {
    /// What an assignment to `document.cookie` becomes; nil for one that never arrives.
    func script(_ text: String) -> String?
    /// What a cookie from native code becomes.
    func native(_ cookie: NativeCookie) -> NativeCookie
    /// Whether a deletion of the cookie by native code never arrives.
    func keeps(_ name: String) -> Bool
    /// Whether each write is on disk at once.
    var isOnDiskAtOnce: Bool { get }
}
