/// The parts of an address as it stands in a trace: masked, and of whoever wrote it, so it may be no URL at all.
struct TraceAddress: Sendable {
    /// Host and port, without user information; empty for a path alone.
    let authority: Substring
    /// From the path on, query and fragment too.
    let path: Substring

    init(_ url: String) {
        guard let scheme = url.firstRange(of: "://") else {
            (authority, path) = ("", url[...])
            return
        }
        let rest = url[scheme.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        let whole = rest[..<end]
        authority = whole.lastIndex(of: "@").map { whole[whole.index(after: $0)...] } ?? whole
        path = rest[end...]
    }

    /// Scheme, host and port, or all of what has none: what hands out documents and scripts.
    var place: String { authority.isEmpty ? String(path) : String(authority) }

    /// Whether it is a service of Google's that signs in and gives tokens, also where it is another host's path.
    var isOfAuth: Bool {
        let text = String(authority) + path
        return ["identitytoolkit", "securetoken", "googleapis.com"].contains { text.contains($0) }
    }
}
