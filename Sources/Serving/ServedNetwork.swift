import BridgePrimitives

/// A served world as phones and other machines of the network reach it.
package struct ServedNetwork: Hashable, Sendable {
    /// An address of this machine, which stands in all of these.
    package let host: String
    /// The name that works as well where names under `.local` do; nil for none.
    package let name: String?
    package let auth: String
    package let web: String
    /// Nil where the certificate does not name the host, which is no private address then.
    package let webTLS: String?
    package let backend: String
    package let backendTLS: String?
    /// Where the authority is got, over plain HTTP: a device that does not trust it yet has to get there.
    package let trustPage: String
    /// Nil where steering is for this machine alone.
    package let control: String?

    /// A row each, for people.
    var rows: [(name: String, value: String)] {
        func pair(_ plain: String, _ secure: String?) -> String { secure.map { "\(plain)   \($0)" } ?? plain }
        return [
            ("phone", pair(web, webTLS) + (name.map { "   also as \($0)" } ?? "")),
            ("  backend", pair(backend, backendTLS)), ("  auth", auth), ("  trust", trustPage),
        ] + (control.map { [("  control", "\($0)/__bridge/clock   with the token")] } ?? [])
    }

    var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return [
            "host": .string(host), "name": text(name), "auth": .string(auth), "web": .string(web),
            "web_tls": text(webTLS), "backend": .string(backend), "backend_tls": text(backendTLS),
            "ca_page": .string(trustPage), "control": text(control),
        ]
    }
}
