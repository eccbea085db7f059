import BridgePrimitives
import HTTPLoader
import Listening
import Project
import Worlds

// Where the services listen besides 127.0.0.1, and what other machines are told.
extension Serving {
    /// `localhost` is this one first for many clients.
    static let loopback = ["::1"]

    /// What is for users of the app: on this machine, and on the network where it was opened.
    var everywhere: [String] { Self.loopback + (network?.addresses ?? []) }

    /// Says of addresses that this machine does not have. Without IPv6 all works as before.
    func tell(_ leftOut: [BoundListener.Missing]) {
        for missing in leftOut {
            if Self.loopback.contains(missing.host) {
                mention?(
                    ListeningReason.noIPv6.failure("the services are on 127.0.0.1 only: \(missing.failure.cause)"))
            } else {
                warn?(missing.failure)
            }
        }
    }

    /// What to say of addresses that no certificate of ours names; nil when there are none.
    var unnamedAddresses: BridgeFailure? {
        guard let network, !network.uncertifiable.isEmpty else { return nil }
        let others = network.certifiable.isEmpty ? "" : ", or \(network.certifiable.joined(separator: ", "))"
        return ListeningReason.nameNotLocal.failure(
            "the certificate leaves out \(network.uncertifiable.joined(separator: ", ")), not being private",
            fix: "use http there\(others)")
    }

    func servedNetwork(
        _ backend: (http: BoundListener, https: BoundListener), auth: BoundListener, http: BoundListener,
        https: BoundListener, control: BoundListener, trustPath: String
    ) -> ServedNetwork {
        let host = network?.phoneHost ?? ""
        let hasTLS = network?.certifiable.contains(host) ?? false
        return ServedNetwork(
            host: host, name: network?.name, auth: auth.origin(host: host), web: http.origin(host: host),
            webTLS: hasTLS ? https.origin(host: host) : nil, backend: backend.http.origin(host: host),
            backendTLS: hasTLS ? backend.https.origin(host: host) : nil, trustPage: http.origin(host: host) + trustPath,
            control: controlToken == nil ? nil : control.origin(host: host))
    }

    /// Where the page is for others than this machine's names.
    func announcedHosts(_ announced: AnnouncedAddresses) -> [String] {
        let hosts = network.map { $0.addresses + [$0.name].compactMap(\.self) } ?? []
        return [announced.app?.url.host].compactMap(\.self) + hosts
    }

    /// What is announced in place of ours.
    struct AnnouncedAddresses {
        var app: AnnouncedAddress?
        var backend: AnnouncedAddress?

        func warn(over transport: CurlTransport, _ warn: (@Sendable (BridgeFailure) -> Void)?) async {
            async let oddApp = app?.oddity(over: transport)
            async let oddBackend = backend?.oddity(over: transport)
            for oddity in await [oddApp, oddBackend] { if let oddity { warn?(oddity) } }
        }
    }

    /// - Throws: `url/…` for what no reader of options or files has checked.
    var announcedAddresses: AnnouncedAddresses {
        get throws(BridgeFailure) {
            var announced = AnnouncedAddresses()
            if let webURL { announced.app = AnnouncedAddress(what: "the web app", url: try WebURL(webURL)) }
            // One that is started here is waited for.
            if let backendURL {
                announced.backend = AnnouncedAddress(what: "the backend", url: try WebURL(backendURL))
            } else if let own = settings.ownBackend?.backend, own.start == nil {
                announced.backend = AnnouncedAddress(what: "the backend", url: try WebURL(own.url.text))
            }
            return announced
        }
    }
}
