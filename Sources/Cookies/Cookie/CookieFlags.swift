import BridgePrimitives

/// What a cookie is besides its texts and times, in two bytes.
struct CookieFlags: OptionSet, Hashable, Sendable {
    let rawValue: UInt16
    static let hostOnly = Self(rawValue: 1), secure = Self(rawValue: 2), httpOnly = Self(rawValue: 4)
    static let persistent = Self(rawValue: 8), partitioned = Self(rawValue: 16)
    static let scriptWritten = Self(rawValue: 32), nameless = Self(rawValue: 64)
    /// Whether the cookie belongs to a partition.
    static let hasPartition = Self(rawValue: 128)
    /// Exactly one of the four is set.
    static let strict = Self(rawValue: 256), lax = Self(rawValue: 512)
    static let noSameSite = Self(rawValue: 1024), unspecifiedSameSite = Self(rawValue: 2048)

    /// Those that two cookies of one identity have in common.
    static let ofIdentity: Self = [.hostOnly, .hasPartition]

    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ sameSite: SameSite) {
        self =
            switch sameSite {
            case .strict: .strict
            case .lax: .lax
            case .none: .noSameSite
            case .unspecified: .unspecifiedSameSite
            }
    }

    var sameSite: SameSite {
        if contains(.strict) { return .strict }
        if contains(.lax) { return .lax }
        return contains(.noSameSite) ? .none : .unspecified
    }
}
