import BridgePrimitives
public import BridgeTrace
public import HTTPLoader

/// Asks the auth service for an auth session cookie in place of an ID token: what the Admin SDKs call
/// `createSessionCookie`.
public struct SessionCookieMint: Sendable {
    private let origin: WebURL
    private let projectID: String
    private let transport: any Transport
    private let trace: TraceLog

    /// - Parameter auth: the auth service's origin.
    public init(auth: WebURL, projectID: String, transport: any Transport, trace: TraceLog) {
        (origin, self.projectID) = (auth, projectID)
        (self.transport, self.trace) = (transport, trace)
    }

    /// The cookie's value; nil where the auth service makes none.
    ///
    /// - Parameters:
    ///   - idToken: verified before.
    ///   - lifetime: five minutes to two weeks, in whole seconds; the auth service refuses all else.
    /// - Complexity: one request to the auth service, and an RSA signature there.
    func cookie(for idToken: String, lifetime: Duration) async -> String? {
        let path = "/identitytoolkit.googleapis.com/v1/projects/\(projectID):createSessionCookie"
        guard let url = try? origin.resolving(path),
            let response = try? await TracedHop(
                .json(
                    url: url,
                    value: [
                        "idToken": .string(idToken), "validDuration": .string("\(lifetime.components.seconds)"),
                    ], headers: ["Authorization": "Bearer owner", "Accept": "application/json"]),
                by: .backend, in: trace
            ).perform(over: transport).response,
            response.status == 200, let answer = try? JSONValue(parsing: response.body)
        else { return nil }
        return answer["sessionCookie"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
