import BridgePrimitives
import BridgeTrace
import HTTPLoader

/// What an Admin SDK asks of the auth service, with the rights of a project's owner.
struct AdminRequests: Sendable {
    let origin: WebURL
    let projectID: String
    let transport: any Transport
    let trace: TraceLog

    /// Posts to a method of the project.
    ///
    /// - Parameter method: what follows the project in the path, such as `/accounts:lookup`.
    /// - Returns: the answer; nil where there was none, or another than 200.
    func answer(to method: String, _ body: JSONValue) async -> JSONValue? {
        guard let url = try? origin.resolving("/identitytoolkit.googleapis.com/v1/projects/\(projectID)\(method)"),
            let response = try? await TracedHop(
                .json(
                    url: url, value: body, headers: ["Authorization": "Bearer owner", "Accept": "application/json"]),
                by: .backend, in: trace
            ).perform(over: transport).response,
            response.status == 200
        else { return nil }
        return try? JSONValue(parsing: response.body)
    }
}
