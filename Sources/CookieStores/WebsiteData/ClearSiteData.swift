public import BridgePrimitives
package import Cookies
package import HTTPLoader

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

/// What a browser made of `Clear-Site-Data`.
public enum ClearSiteDataReason: String, Reason {
    case cookiesCleared = "clear-site-data/cookies-cleared"
    case storageCleared = "clear-site-data/storage-cleared"
    case insecureOrigin = "clear-site-data/insecure-origin"
    case unknownType = "clear-site-data/unknown-type"

    public var meaning: String {
        switch self {
        case .cookiesCleared: "The response had all cookies of its site deleted, those that it set itself too."
        case .storageCleared: "The response had what its origin keeps in the view deleted, service workers too."
        case .insecureOrigin: "Clear-Site-Data came over http and was ignored."
        case .unknownType: "Clear-Site-Data names something that browsers do not know, or without quotes."
        }
    }

    public var fix: String {
        switch self {
        case .cookiesCleared: "Send the header with the answer that signs out, and with no other."
        case .storageCleared: ""
        case .insecureOrigin: "Serve the page over https."
        case .unknownType: "Write \"cookies\", \"storage\", \"cache\" or \"*\", each in double quotes."
        }
    }
}
