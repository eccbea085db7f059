import BrowserDriving

/// A set-up in which the headless view and a real browser do not agree, and why that is so.
///
/// The suite fails for a difference that is not here, and for one that is here and has gone.
struct TwinDifference: Sendable {
    let engine: BrowserEngine
    /// As the set-up describes itself.
    let setUp: String
    let reason: String

    static let known: [TwinDifference] = [
        "a=1; SameSite=Strict, header, from HTTP to HTTPS", "a=1; SameSite=Strict, script, from HTTP to HTTPS",
    ].map {
        TwinDifference(
            engine: .webkitgtk, setUp: $0,
            reason: "WebKitGTK 2.50.6 holds a redirect to another scheme of the same host for one to another site, in"
                + " both directions and on other ports or hosts of the site it does not; links between the schemes stay"
                + " same-site. The profile has one rule for both, that sites have no scheme.")
    }
}
