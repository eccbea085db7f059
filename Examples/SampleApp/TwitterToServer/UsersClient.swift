public import AppFrameworks
import FirebaseAuthClient
import Foundation

/// The app's side of a backend that knows users by their Firebase uid: each request carries the ID token as bearer token,
/// and each answer is a JSON:API document.
public struct UsersClient: Sendable {
    public enum Failure: Error, Hashable {
        case nobodySignedIn
        /// The response is none of HTTP's.
        case noHTTP
    }

    /// What the backend says of a user.
    public struct User: Hashable, Sendable, Decodable {
        public let id: String
        public let uid: String
        public let name: String?

        private enum Keys: CodingKey { case data, id, attributes, uid, name }

        public init(from decoder: any Decoder) throws {
            let data = try decoder.container(keyedBy: Keys.self).nestedContainer(keyedBy: Keys.self, forKey: .data)
            let attributes = try data.nestedContainer(keyedBy: Keys.self, forKey: .attributes)
            id = try data.decode(String.self, forKey: .id)
            uid = try attributes.decode(String.self, forKey: .uid)
            name = try attributes.decodeIfPresent(String.self, forKey: .name)
        }
    }

    /// What came back, whatever its status.
    public struct Answer: Sendable {
        public let status: Int
        public let body: Data

        /// - Throws: `DecodingError` for a document that is no user's, which a refusal's is not.
        public func user() throws -> User { try JSONDecoder().decode(User.self, from: body) }
    }

    private let backend: URL

    public init(backend: URL) { self.backend = backend }

    /// `POST /v1/users`: the backend keeps the user, or finds the one that it has.
    public func register() async throws -> Answer { try await send("POST", "/v1/users") }

    /// `GET /v1/users/me`.
    public func currentUser() async throws -> Answer { try await send("GET", "/v1/users/me") }

    private func send(_ method: String, _ path: String) async throws -> Answer {
        guard let user = Auth.auth().currentUser else { throw Failure.nobodySignedIn }
        // Asked for each time: it is the one in memory until that is about to end.
        let token = try await user.getIDToken()
        var request = URLRequest(url: backend.appending(path: path))
        request.httpMethod = method
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/vnd.api+json", forHTTPHeaderField: "Accept")
        let (body, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse else { throw Failure.noHTTP }
        return Answer(status: response.statusCode, body: body)
    }
}
