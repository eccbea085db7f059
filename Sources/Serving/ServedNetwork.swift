import BridgePrimitives

/// A served world as phones and other machines of the network reach it.
public struct ServedNetwork: Hashable, Sendable {
    /// An address of this machine, which stands in all of these.
    public let host: String
    /// The name that works as well where names under `.local` do; nil for none.
    public let name: String?
    public let auth: String
    public let web: String
    public let webTLS: String
    public let backend: String
    public let backendTLS: String
    /// Where the authority is got, over plain HTTP: a device that does not trust it yet has to get there.
    public let trustPage: String
    /// Nil where steering is for this machine alone.
    public let control: String?

    /// A row each, for people.
    var rows: [(name: String, value: String)] {
        [
            ("phone", "\(web)   \(webTLS)" + (name.map { "   also as \($0)" } ?? "")),
            ("  backend", "\(backend)   \(backendTLS)"), ("  auth", auth), ("  trust", trustPage),
        ] + (control.map { [("  control", "\($0)/__bridge/clock   with the token")] } ?? [])
    }

    var json: JSONValue {
        [
            "host": .string(host), "name": name.map { .string($0) } ?? .null, "auth": .string(auth),
            "web": .string(web), "web_tls": .string(webTLS), "backend": .string(backend),
            "backend_tls": .string(backendTLS), "ca_page": .string(trustPage),
            "control": control.map { .string($0) } ?? .null,
        ]
    }
}
