import BridgePrimitives

/// Text in which no secret stands, unless the user asked for secrets: only ``Masking`` makes one.
///
/// Two of them are equal when they look the same and stand for the same value: what can be guessed looks like every
/// other secret of its length.
public struct MaskedText: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    /// Tells values apart that look the same; never shown.
    private let mark: UInt64?
    /// How long the value is that it stands for; nil where that is not known.
    package let byteCount: Int?

    init(_ text: String, mark: UInt64? = nil, byteCount: Int? = nil) {
        (self.text, self.mark, self.byteCount) = (text, mark, byteCount)
    }

    public var description: String { text }
}

/// The one place where secrets are hidden from output, reports, traces, logs and pages.
///
/// What is a secret follows from what is known (a value that was masked once is found in free text later, an
/// exception's message, say), from what it looks like (``SecretShapes``) and from where it stands (``SecretNames``).
/// A secret prints as its length and, unless it can be guessed, a keyed fingerprint, so that two sightings of it can be
/// told to be the same; a token prints as its kind, subject and expiry too.
public final class Masking: Sendable {
    public enum Policy: Sendable {
        case fingerprints
        /// The user asked for it with `--show-secrets`.
        case revealed
    }

    private let policy: Policy
    private let shapes: SecretShapes
    private let known = Mutex<KnownSecrets>(KnownSecrets())

    /// - Parameter key: what fingerprints are made with; the same key gives the same ones.
    public init(_ policy: Policy, key: FingerprintKey = .ofThisProcess) {
        self.policy = policy
        shapes = SecretShapes(key: key)
    }

    /// Whether the user asked for values as they are.
    public var showsSecrets: Bool { policy == .revealed }

    /// The value of a cookie, or a token by itself.
    ///
    /// What stands in a secret's place already, in a recording that was masked, is shown as it is.
    public func secret(_ value: String) -> MaskedText {
        if let masked = ShownSecret(value) { return MaskedText(masked.text, byteCount: masked.byteCount) }
        if policy == .revealed { return MaskedText(value) }
        if value.isEmpty { return MaskedText("(empty)") }
        if let shown = known.withLock({ $0.replacement(of: value) }) { return shown }
        let shown = MaskedText(
            shapes.replacement(for: value), mark: shapes.key.mark(of: value), byteCount: value.utf8.count)
        known.withLock { $0.insert(value, shownAs: shown) }
        return shown
    }

    /// A password: not even its length.
    public func password(_ value: String) -> MaskedText {
        if policy == .revealed { return MaskedText(value) }
        let shown = MaskedText("<password>")
        known.withLock { $0.insert(value, shownAs: shown) }
        return shown
    }

    /// Free text: known secrets, what looks like one, and what stands where secrets do are replaced.
    ///
    /// - Complexity: O(n) in the length, as long as few secrets begin with the same eight bytes as the text has.
    public func text(_ text: String) -> MaskedText {
        if policy == .revealed { return MaskedText(text) }
        return MaskedText(shapes.hiding(in: known.withLock { $0.hiding(in: text) }))
    }

    /// A URL, whole or from its path on: as free text, and user information goes, and of its query and fragment the
    /// values that are not known to be harmless.
    public func url(_ url: String) -> MaskedText {
        if policy == .revealed { return MaskedText(url) }
        return MaskedText(shapes.hiding(inURL: known.withLock { $0.hiding(in: url) }))
    }

    /// Text of our own making that holds no secret; a promise of the caller's.
    public func plain(_ text: StaticString) -> MaskedText { MaskedText(text.description) }
}
