import BridgePrimitives
import BridgeTrace
import NIOHTTP1

/// What is to be done with one request, decided before anybody is asked.
struct RequestPlan {
    enum Step {
        case refuse(ProxyReason)
        /// What follows is read: it is for a host that is answered here, or for this machine.
        case readOn
        /// What follows passes unread.
        case tunnel(Upstream)
        /// The request goes on, with this head.
        case relay(Upstream, HTTPRequestHead)
    }

    /// Whom a client wanted to be connected with before it sent the request.
    struct Origin: Hashable {
        let scheme: RequestTarget.Scheme
        let host: ProxiedHost

        var url: String { "\(scheme)://\(authority)" }

        /// As `Host` has it: without the scheme's own port (RFC 9110 §4.2.3).
        var authority: String {
            let text = "\(host)"
            return host.port == scheme.port ? String(text.dropLast(":\(host.port)".count)) : text
        }
    }

    /// As the trace tells it, before masking.
    let url: String
    /// Nil for what is no request to anybody.
    let host: ProxiedHost?
    let handling: ProxiedEvent.Handling
    let remarks: [ProxyReason]
    let step: Step
    /// Whether it is for the page of the proxy's own.
    private(set) var isForPage = false

    /// - Parameters:
    ///   - origin: nil where the client speaks with the proxy itself.
    ///   - ownPort: the proxy's, where nobody is led.
    init(for head: HTTPRequestHead, behind origin: Origin?, policy: ProxyPolicy, ownPort: Int) {
        guard head.headers["host"].count < 2 else {
            self.init(url: origin?.url ?? head.uri, host: nil, .refused, .refuse(.repeatedHost))
            return
        }
        let target = RequestTarget(method: head.method.rawValue, target: head.uri)
        switch (target, origin) {
        case (.tunnel(let host), nil):
            self.init(tunnelTo: host, policy.decision(on: host, ownPort: ownPort))
        case (.absolute(let scheme, let host, let path), nil):
            let place = Origin(scheme: scheme, host: host)
            self.init(
                head, at: place, path: path, isHostTold: true, policy, policy.decision(on: host, ownPort: ownPort))
        // Somebody opens the proxy's address in a browser.
        case (.origin(let path), nil) where policy.recording != nil:
            guard let host = ProxiedHost(RecordingRules.pageHost, defaultPort: 80) else {
                self.init(url: head.uri, host: nil, .refused, .refuse(.badRequest))
                return
            }
            self.init(head, at: Origin(scheme: .http, host: host), path: path, isHostTold: true, policy, .page)
        case (.origin(let path), let place?):
            let decision = policy.decision(on: place.host, ownPort: ownPort)
            self.init(head, at: place, path: path, isHostTold: false, policy, decision)
        default:
            self.init(url: origin?.url ?? head.uri, host: nil, .refused, .refuse(.badRequest))
        }
    }

    private init(
        url: String, host: ProxiedHost?, _ handling: ProxiedEvent.Handling, remarks: [ProxyReason] = [], _ step: Step
    ) {
        (self.url, self.host, self.handling, self.remarks, self.step) = (url, host, handling, remarks, step)
    }

    private init(tunnelTo host: ProxiedHost, _ decision: ProxyDecision) {
        switch decision {
        case .refused(let reason): self.init(url: "\(host)", host: host, .refused, .refuse(reason))
        case .answered, .page: self.init(url: "\(host)", host: host, .answered, .readOn)
        case .passed, .opened: self.init(url: "\(host)", host: host, .passed, .readOn)
        case .tunnelled:
            let upstream = Upstream(host: host, usesTLS: false, isLocal: false)
            self.init(url: "\(host)", host: host, .tunnelled, .tunnel(upstream))
        }
    }

    /// - Parameter isHostTold: whether the request line names the host, which then counts and not what `Host` says
    ///   (RFC 9112 §3.2.2).
    private init(
        _ head: HTTPRequestHead, at place: Origin, path: String, isHostTold: Bool, _ policy: ProxyPolicy,
        _ decision: ProxyDecision
    ) {
        let url = place.url + path
        func forwarded(host: String?, upgrades: Bool = true) -> HTTPRequestHead {
            HTTPRequestHead(
                version: .http1_1, method: head.method, uri: path,
                headers: HopFields.request(head, host: host, isUpgrade: upgrades && head.isUpgrade))
        }
        let told = isHostTold ? place.authority : nil
        switch decision {
        case .refused(let reason): self.init(url: url, host: place.host, .refused, .refuse(reason))
        case .page:
            guard let page = policy.recording?.page, let address = ProxiedHost(target: "\(page.address)") else {
                self.init(url: url, host: place.host, .refused, .refuse(.unreachable))
                return
            }
            let upstream = Upstream(host: address, usesTLS: false, isLocal: true)
            let head = forwarded(host: place.authority, upgrades: false)
            self.init(url: url, host: place.host, .answered, .relay(upstream, head))
            isForPage = true
        case .answered(let index):
            let service = policy.services[index]
            let plainPath = String(decoding: path.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
            // A preflight is answered for any path.
            let isKnown =
                head.method == .OPTIONS || service.knows(head.method.rawValue, place.host.name, plainPath)
            guard let address = ProxiedHost("\(service.address)", defaultPort: nil) else {
                self.init(url: url, host: place.host, .refused, .refuse(.unreachable))
                return
            }
            // Who is connected with one host does not reach another by naming it.
            let head = forwarded(host: place.authority, upgrades: false)
            let upstream = Upstream(host: address, usesTLS: false, isLocal: true)
            self.init(
                url: url, host: place.host, .answered, remarks: isKnown ? [] : [.notSimulated], .relay(upstream, head))
        case .passed:
            let upstream = Upstream(host: place.host, usesTLS: place.scheme == .https, isLocal: true)
            self.init(url: url, host: place.host, .passed, .relay(upstream, forwarded(host: told)))
        case .opened, .tunnelled:
            let upstream = Upstream(host: place.host, usesTLS: place.scheme == .https, isLocal: false)
            self.init(url: url, host: place.host, .passed, .relay(upstream, forwarded(host: told)))
        }
    }
}

extension RequestPlan {
    /// As it is told to whoever looks on.
    var way: ProxiedRequest.Way {
        if isForPage { return .page }
        switch step {
        case .refuse: return .refused
        case .tunnel: return .unread
        case .readOn, .relay: return .read
        }
    }
}

extension HTTPRequestHead {
    /// Whether the client wishes to go on in another protocol (RFC 9110 §7.8).
    var isUpgrade: Bool {
        headers.contains(name: "upgrade")
            && headers[canonicalForm: "connection"].contains { ASCIIText.isSame($0.utf8, "upgrade".utf8) }
    }
}
