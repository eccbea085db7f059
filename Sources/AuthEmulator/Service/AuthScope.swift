/// Whose users a request is about: the project's own, or those of one of its tenants.
public struct AuthScope: Hashable, Sendable {
    /// Nil for the project itself.
    public let tenantID: String?

    /// The project's own users.
    public static let project = AuthScope(tenantID: nil)

    /// - Parameter tenantID: nil or empty for the project itself.
    public init(tenantID: String?) { self.tenantID = tenantID.flatMap { $0.isEmpty ? nil : $0 } }

    /// How the tables spell it: the empty string for the project.
    var column: String { tenantID ?? "" }
}
