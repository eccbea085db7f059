/// The enforcement that a cookie asks for with its `SameSite` attribute (RFC 6265bis §5.6.7).
public enum SameSite: String, Hashable, Sendable, CaseIterable {
    case strict, lax, none
    /// No attribute, or a value that means nothing: the profile says what follows from it.
    case unspecified

    /// The attribute's value as it is usually written, `Strict`, `Lax` or `None`; nil if there is none.
    package var attribute: String? {
        self == .unspecified ? nil : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }

    /// Reads an attribute's value, in any case; nil for one that means nothing.
    package init?(attribute text: String) {
        self.init(rawValue: ASCIIText.lowercased(text))
        guard self != .unspecified else { return nil }
    }
}
