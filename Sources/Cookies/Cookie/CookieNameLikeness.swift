internal import BridgePrimitives

/// Whether two names of cookies are taken for one another: `custom_token`, `custom-token` and `customToken`.
public enum CookieNameLikeness: Sendable {
    /// A name without what people forget about it: separators and case.
    public static func folded(_ name: String) -> String {
        ASCIIText.lowercased(name.utf8.filter { !separators.contains($0) })
    }

    private static let separators = Array("_-.".utf8)
}
