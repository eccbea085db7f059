/// What faults are chosen by: a request as the service has it.
public struct FaultedRequest: Hashable, Sendable {
    public let service: FaultService
    /// Upper case.
    public let method: String
    /// Percent-encoded, without the query.
    public let path: String
    /// The auth service's name for what was asked; empty elsewhere.
    public let endpoint: String
    /// Host and port as the client has them; empty where it named none.
    public let authority: String
    public let isSecure: Bool

    public init(
        service: FaultService, method: String, path: String, authority: String = "", isSecure: Bool = false
    ) {
        (self.service, self.method, self.path, endpoint) = (service, method, path, "")
        (self.authority, self.isSecure) = (authority, isSecure)
    }

    /// One of the auth service's.
    public init(
        endpoint: String, method: String = "POST", path: String = "", authority: String = "", isSecure: Bool = false
    ) {
        (service, self.method, self.path, self.endpoint) = (.auth, method, path, endpoint)
        (self.authority, self.isSecure) = (authority, isSecure)
    }
}
