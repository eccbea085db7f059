import BrowserDriving

/// A set-up in which the headless view and a real browser do not agree, and why that is so.
///
/// The suite fails for a difference that is not here, and for one that is here and has gone.
struct TwinDifference: Sendable {
    let engine: BrowserEngine
    /// As the set-up describes itself.
    let setUp: String
    let reason: String

    /// None at present. What the suite has found so far is in the profiles, the last of it in `RedirectTaintRule`:
    /// WebKitGTK takes a redirect between http and https of one host for one through another site.
    static let known: [TwinDifference] = []
}
