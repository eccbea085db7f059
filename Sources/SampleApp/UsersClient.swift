import BridgePrimitives
import FirebaseAuthClient
public import HTTPLoader

/// The app's side of a backend that knows users by their Firebase uid: each request carries the ID token as bearer token.
public struct UsersClient: Sendable {
    public enum Failure: Error, Hashable {
        case nobodySignedIn
    }

    private let backend: WebURL
    private let transport: any Transport

    public init(backend: WebURL, transport: any Transport) { (self.backend, self.transport) = (backend, transport) }

    /// `POST /v1/users`: the backend keeps the user, or finds the one that it has.
    public func register() async throws -> HTTPResponse { try await send("POST", "/v1/users") }

    /// `GET /v1/users/me`.
    public func currentUser() async throws -> HTTPResponse { try await send("GET", "/v1/users/me") }

    private func send(_ method: String, _ path: String) async throws -> HTTPResponse {
        guard let user = Auth.auth().currentUser else { throw Failure.nobodySignedIn }
        let token = try await user.getIDToken()
        let request = HTTPRequest(
            method: method, url: try backend.resolving(path),
            headers: ["Authorization": "Bearer \(token)", "Accept": "application/vnd.api+json"])
        return try await transport.perform(request).response
    }
}
