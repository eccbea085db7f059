public import Reasons

/// A server between the web view and the backend that passes only some cookies on, as data.
public struct EdgeProfile: Hashable, Sendable {
    /// Which cookies of a request reach the backend.
    public enum ForwardedCookies: Hashable, Sendable {
        case all
        /// Those of exactly these names; the rest is cut out of the header.
        case only([String])
    }

    public let name: String
    public let forwardedCookies: Sourced<ForwardedCookies>

    /// Nothing stands in between.
    public static let direct = EdgeProfile(
        name: "direct", forwardedCookies: .init(.all, .documented, "there is no server in between"))

    /// Firebase Hosting in front of Cloud Functions or Cloud Run.
    public static let firebaseHosting = EdgeProfile(
        name: "firebase-hosting",
        forwardedCookies: .init(
            .only(["__session"]), .documented,
            "Firebase documentation, Hosting: manage cache behavior, using cookies; firebase-tools' hosting emulator"))

    public static let all: [EdgeProfile] = [.direct, .firebaseHosting]

    /// The profile of that name; nil if none has it.
    public static func named(_ name: String) -> EdgeProfile? { all.first { $0.name == name } }

    /// The edge's one value, in the form of a profile's row.
    public var rows: [CookieProfile.Row] {
        let value =
            switch forwardedCookies.value {
            case .all: "all"
            case .only(let names): "only " + names.joined(separator: ", ")
            }
        return [
            CookieProfile.Row(
                knob: "forwardedCookies", value: value, confidence: forwardedCookies.confidence,
                source: forwardedCookies.source)
        ]
    }

    /// Whether a cookie of that name reaches the backend, and if not, why.
    public func reasons(againstCookieNamed name: String) -> [EdgeReason] {
        switch forwardedCookies.value {
        case .all: []
        case .only(let names): names.contains { $0.hasSameBytes(as: name) } ? [] : [.cookieNotForwarded]
        }
    }

    /// What the edge makes of a request's `Cookie` header.
    ///
    /// - Parameter header: pairs joined by `;`; a pair without `=` is a nameless cookie's value.
    /// - Complexity: O(n) in bytes.
    public func forwarding(_ header: String) -> ForwardedHeader {
        var (kept, forwarded, dropped) = ([String](), [String](), [String]())
        for pair in Array(header.utf8).split(separator: Byte.semicolon).map(\.trimmed) where !pair.isEmpty {
            let name = pair.firstIndex(of: Byte.equals).map { pair[..<$0].trimmed } ?? pair.prefix(0)
            let text = String(decoding: name, as: UTF8.self)
            if reasons(againstCookieNamed: text).isEmpty {
                kept.append(String(decoding: pair, as: UTF8.self))
                forwarded.append(text)
            } else {
                dropped.append(text)
            }
        }
        return ForwardedHeader(
            header: kept.isEmpty ? nil : kept.joined(separator: "; "), forwarded: forwarded, dropped: dropped)
    }
}

/// What is left of a `Cookie` header behind an edge.
public struct ForwardedHeader: Hashable, Sendable {
    /// Nil when no cookie is left.
    public let header: String?
    /// The names of the cookies in it, in its order; empty for a nameless one.
    public let forwarded: [String]
    /// The names of those that were cut out, in the header's order.
    public let dropped: [String]
}
