import BridgePrimitives
public import Cookies
public import HTTPLoader
import Listening
public import Proxying
public import WebViews

/// Opens one page in a real engine with a fresh store in memory, all of whose traffic goes through a proxy: what the engine
/// really sent is what the proxy read.
///
/// Servers on this machine are read, by TLS too, and so is the page's own host; what goes to other hosts by TLS passes
/// unread. The engine trusts an authority that is made for this run, whose certificates the proxy shows, and the
/// system's. Whether a server on this machine has a certificate that the engine would take is therefore not found out.
public struct EngineVisit: Sendable {
    public var url: WebURL
    public var engine = PageEngineKind.webkitgtk
    /// Of the first request. A `Cookie` field stands in for the store's, if the engine takes it.
    public var headers = HTTPHeaders()
    /// Put into the store before the load, one after the other; each is awaited.
    public var cookies: [NativeCookie] = []
    public var userScripts: [UserScript] = []
    /// Names of further hosts elsewhere whose traffic is read, `api.example.com`.
    public var readHosts: [String] = []
    /// Services here that answer in the place of hosts elsewhere.
    public var services: [ProxyPolicy.Service] = []
    /// The page is left when nothing has happened for this long and nothing is loading.
    public var quiet = Duration.milliseconds(250)
    /// After the document has finished, so much is waited for what it loads on its own.
    public var patience = Duration.seconds(5)
    public var timeouts = EngineTimeouts()

    public init(url: WebURL) { self.url = url }

    /// - Throws: as ``withPageEngine(_:trusting:timeouts:at:_:)`` and `engine/lost`. That the page does not open is no
    ///   error but an ``VisitedPage/Outcome``.
    public func run(at place: HelperPlace = HelperPlace()) async throws -> VisitedPage {
        try await replay(at: place).page
    }

    /// The same, with what a comparison with the model needs.
    package func replay(at place: HelperPlace = HelperPlace()) async throws -> EngineReplay {
        // What is missing is said before anything is started.
        try engine.checkIsInstalled(at: place)
        let names = HostsToRead.names(among: [url.host] + readHosts + services.flatMap(\.hosts))
        let authority = try RunAuthority(for: names, now: SystemTime.now)
        let policy = ProxyPolicy(services: services, opened: names.compactMap { AllowedHost($0) }, allowsAll: true)
        var opening = EngineWindow.Opening(url: url)
        (opening.headers, opening.cookies, opening.userScripts) = (headers, cookies, userScripts)
        return try await withPageEngine(
            engine, trusting: authority.certificatePEM, timeouts: timeouts, at: place
        ) { helper in
            try await withEngineWindow(of: helper, policy: policy, authority: authority) { window in
                try await window.open(opening)
                try await window.settle(quiet: quiet, patience: patience, within: timeouts.page)
                guard let replay = try await window.replay() else {
                    throw PageEngineReason.cancelled.failure("the view was closed")
                }
                return replay
            }
        }
    }
}

/// Hosts elsewhere whose traffic a run's proxy reads: its authority vouches for them, and for those below them.
package enum HostsToRead {
    /// In lower case, without the dot that ends a name in full, each once. Addresses are no names that an authority
    /// vouches for.
    package static func names(among hosts: [String]) -> [String] {
        hosts.map { host in
            let name = ASCIIText.lowercased(host)
            return name.hasSuffix(".") ? String(name.dropLast()) : name
        }
        .filter { !isAddress($0) }.uniqued()
    }

    private static func isAddress(_ host: String) -> Bool {
        host.hasPrefix("[") || host.utf8.allSatisfy { ASCIIText.isDigit($0) || $0 == UInt8(ascii: ".") }
    }
}
