/// The enforcement that a cookie asks for with its `SameSite` attribute (RFC 6265bis §5.6.7).
public enum SameSite: String, Hashable, Sendable, CaseIterable {
    case strict
    case lax
    case none
    /// No attribute, or a value that means nothing: the profile says what follows from it.
    case unspecified
}
