import BridgePrimitives

/// Finds the endpoint of a method and a path.
struct PathRouter: Sendable {
    private struct Pattern: Sendable {
        let segments: [Segment]
        let endpoint: Endpoint
    }

    private enum Segment: Sendable {
        case fixed(String)
        /// `{project}`, or `{project}:verb` with what must follow.
        case variable(name: String, suffix: String)

        init(_ text: Substring) {
            guard text.hasPrefix("{"), let end = text.firstIndex(of: "}") else {
                self = .fixed(String(text))
                return
            }
            self = .variable(name: String(text[..<end].dropFirst()), suffix: String(text[end...].dropFirst()))
        }
    }

    /// Without anything that varies: `POST /identitytoolkit.googleapis.com/v1/accounts:signUp`.
    private var exact: [String: Endpoint] = [:]
    /// With something that varies, by method and number of segments.
    private var patterns: [String: [Pattern]] = [:]

    /// All that any endpoint has, in alphabetical order.
    private let methods: [String]

    /// The hosts of the real services, which stand first in a path or in `Host`.
    static let hosts = [
        "identitytoolkit.googleapis.com", "securetoken.googleapis.com", "www.googleapis.com", "oauth2.googleapis.com",
        "accounts.google.com", "iamcredentials.googleapis.com", "firebaseinstallations.googleapis.com",
        "securetoken.google.com", "session.firebase.google.com",
    ]

    init(_ endpoints: [Endpoint]) {
        methods = Set(endpoints.map(\.method)).sorted()
        for endpoint in endpoints {
            for path in endpoint.paths {
                guard path.contains("{") else {
                    exact["\(endpoint.method) \(path)"] = endpoint
                    continue
                }
                let segments = path.split(separator: "/").map(Segment.init)
                patterns["\(endpoint.method) \(segments.count)", default: []].append(
                    Pattern(segments: segments, endpoint: endpoint))
            }
        }
    }

    /// - Parameters:
    ///   - method: upper case.
    ///   - path: percent-encoded, without query; with the real services' host as its first segment, or bare.
    ///   - host: `Host`, which chooses the family of a bare path when it names a real service.
    /// - Returns: nil when nothing answers there.
    /// - Complexity: one look-up for paths without project or tenant, a few comparisons for the others.
    func match(method: String, path: String, host: String? = nil) -> AuthRoute? {
        let isPlain = path.utf8.allSatisfy { $0 != UInt8(ascii: "%") }
        let segments = Self.segments(of: path)
        if isPlain, let endpoint = exact["\(method) \(path)"] {
            return AuthRoute(endpoint: endpoint, isLegacy: Self.isLegacy(segments))
        }
        if let found = match(method, segments) { return found }
        // Clients that are pointed here by DNS send the bare paths; no two families share one.
        guard let first = segments.first, !Self.hosts.contains(first), first != "emulator" else { return nil }
        let name = host.map { String(Substring($0.utf8.prefix { $0 != UInt8(ascii: ":") })) }
        for family in Self.hosts where !(name.map(Self.hosts.contains) ?? false) || name == family {
            if let found = match(method, [family] + segments) { return found }
        }
        return nil
    }

    /// The methods that a path answers to, in alphabetical order; none for a path that nothing is at.
    func methods(at path: String, host: String? = nil) -> [String] {
        methods.filter { match(method: $0, path: path, host: host) != nil }
    }

    /// Whether the path is one of the emulator's own, however it is percent-encoded: those follow stricter rules, so
    /// what `match` would find there and what is told here must not differ.
    static func isControl(path: String) -> Bool {
        let segments = segments(of: path)
        return segments.first == "emulator" && (segments.dropFirst().first.map { controlled.contains($0) } ?? false)
    }

    private static let controlled = ["v1", "openapi.json"]

    private static func isLegacy(_ segments: [String]) -> Bool { segments.contains("relyingparty") }

    /// Split first, decoded then: a slash that was escaped is no separator.
    private static func segments(of path: String) -> [String] {
        Array(path.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .dropFirst().map { PercentEncoding.text($0) }
    }

    private func match(_ method: String, _ segments: [String]) -> AuthRoute? {
        if let endpoint = exact["\(method) /\(segments.joined(separator: "/"))"],
            // A slash that was escaped is no separator.
            !segments.contains(where: { $0.utf8.contains(UInt8(ascii: "/")) })
        {
            return AuthRoute(endpoint: endpoint, isLegacy: Self.isLegacy(segments))
        }
        for pattern in patterns["\(method) \(segments.count)"] ?? [] {
            var parameters: [String: String] = [:]
            let fits = zip(pattern.segments, segments).allSatisfy { wanted, given in
                switch wanted {
                case .fixed(let text): return text.utf8.elementsEqual(given.utf8)
                case .variable(let name, let suffix):
                    let value = given.utf8.dropLast(suffix.utf8.count)
                    parameters[name] = String(Substring(value))
                    return !value.isEmpty && given.utf8.dropFirst(value.count).elementsEqual(suffix.utf8)
                }
            }
            if fits { return AuthRoute(endpoint: pattern.endpoint, parameters: parameters) }
        }
        return nil
    }
}

/// What a path and a method ask for.
struct AuthRoute: Sendable {
    let endpoint: Endpoint
    var parameters: [String: String] = [:]
    /// Whether the path is one of version 3, whose front never minded names that it does not know.
    var isLegacy = false

    /// The project that the path names, if any.
    var project: String? { parameters["project"] }
    var tenant: String? { parameters["tenant"] }
}
