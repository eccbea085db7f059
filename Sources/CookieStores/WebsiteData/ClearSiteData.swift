import BridgePrimitives
package import Cookies
package import HTTPLoader
package import Reasons

/// What a response's `Clear-Site-Data` asks of a browser (W3C Clear Site Data §3).
///
/// `"cache"` and `"executionContexts"` ask for what a headless view does not keep.
package struct ClearSiteData: Hashable, Sendable {
    package private(set) var clearsCookies = false
    package private(set) var clearsStorage = false
    /// What becomes of the header, for the trace; empty without one.
    package private(set) var reasons: [ClearSiteDataReason] = []

    /// - Parameter url: where the response came from: only potentially trustworthy origins are heard (§4.1), and those
    ///   are https and the machine's own.
    package init(_ response: HTTPResponse, from url: CookieURL) {
        let types = Set(
            response.headers.all("clear-site-data").flatMap { $0.split(separator: UInt8(ascii: ",")) }
                .map { ASCIIText.trimmed($0) })
        guard !types.isEmpty else { return }
        guard url.isSecure || CookieURL.isLoopback(url.host) else {
            reasons = [.insecureOrigin]
            return
        }
        // A type is a quoted string, and case counts.
        clearsCookies = !types.isDisjoint(with: ["\"*\"", "\"cookies\""])
        clearsStorage = !types.isDisjoint(with: ["\"*\"", "\"storage\""])
        if clearsCookies { reasons.append(.cookiesCleared) }
        if clearsStorage { reasons.append(.storageCleared) }
        if !types.isSubset(of: Self.known) { reasons.append(.unknownType) }
    }

    private static let known: Set<String> = [
        "\"*\"", "\"cache\"", "\"cookies\"", "\"storage\"", "\"executionContexts\"", "\"clientHints\"",
        "\"prefetchCache\"", "\"prerenderCache\"",
    ]
}
