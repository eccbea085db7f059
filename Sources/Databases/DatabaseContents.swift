/// What a database holds, in the words of its failures.
public protocol DatabaseContents: Sendable {
    /// First part of the codes: `cookie-database`.
    static var area: String { get }
    /// One of them, without article: `cookie`.
    static var singular: String { get }
    /// All of them: `cookies`.
    static var plural: String { get }
}
