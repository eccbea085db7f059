import BridgePrimitives

/// The hosts of production in whose place the service answers.
public struct GoogleHosts: Hashable, Sendable {
    /// Where the project's own sign-in pages are: `demo-bridge.firebaseapp.com`.
    let pages: String

    public init(projectID: String) { pages = ASCIIText.lowercased(projectID) + ".firebaseapp.com" }

    /// In lower case.
    public var names: [String] { PathRouter.hosts + [pages] }

    /// Whether something here answers this method and path; what does not is answered with Google's 404.
    ///
    /// - Parameters:
    ///   - host: in any letter case, perhaps with a port.
    ///   - path: percent-encoded, without query.
    public func have(method: String, host: String, path: String) -> Bool {
        route(method: method, host: host, path: path) != nil
    }

    /// As ``PathRouter`` finds it, but that a host has its own paths and no others.
    func route(method: String, host: String, path: String) -> AuthRoute? {
        let name = ASCIIText.lowercased(host.utf8.prefix { $0 != UInt8(ascii: ":") })
        if name == pages {
            return path.utf8.starts(with: "/__/auth/".utf8)
                ? EndpointTable.router.match(method: method, path: path) : nil
        }
        guard PathRouter.hosts.contains(name) else { return nil }
        return EndpointTable.router.match(method: method, path: "/\(name)\(path)")
    }

    /// What Google says of a path that it does not have: a page, whatever was asked for.
    static let notFound = WireAnswer(
        status: 404,
        html: """
            <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Error 404 (Not Found)!!1</title></head>
            <body><p><b>404.</b> That’s an error.</p>
            <p>The requested URL was not found on this server. That’s all we know.</p></body></html>
            """)
}

/// As whom the service is asked, which decides what it has and whom it believes.
public enum AuthFront: Hashable, Sendable {
    /// As the Firebase Auth Emulator, at an address of its own: hosts are the first part of a path, and `owner` is an
    /// administrator.
    case emulator
    /// As Google's hosts themselves: an administrator has an access token that was given out here.
    case google(GoogleHosts)
}
