import BridgePrimitives

/// Asks the auth service for an auth session cookie in place of an ID token: what the Admin SDKs call
/// `createSessionCookie`.
public struct SessionCookieMint: Sendable {
    private let requests: AdminRequests

    public init(_ requests: AdminRequests) { self.requests = requests }

    /// The cookie's value; nil where the auth service makes none.
    ///
    /// - Parameters:
    ///   - idToken: verified before.
    ///   - lifetime: five minutes to two weeks, in whole seconds; the auth service refuses all else.
    /// - Complexity: one request to the auth service, and an RSA signature there.
    func cookie(for idToken: String, lifetime: Duration) async -> String? {
        let answer = await requests.answer(
            to: ":createSessionCookie",
            ["idToken": .string(idToken), "validDuration": .string("\(lifetime.components.seconds)")])
        return answer?["sessionCookie"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
