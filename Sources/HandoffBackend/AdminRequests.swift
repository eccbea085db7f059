import BridgePrimitives
public import BridgeTrace
import CookieStores
public import HTTPLoader
import Tokens

/// What an Admin SDK asks of the auth service, with the rights of a project's owner.
public struct AdminRequests: Sendable {
    private let origin: WebURL
    private let projectID: String
    private let transport: any Transport
    private let trace: TraceLog

    /// - Parameter auth: the auth service's origin.
    public init(auth: WebURL, projectID: String, transport: any Transport, trace: TraceLog) {
        (origin, self.projectID, self.transport, self.trace) = (auth, projectID, transport, trace)
    }

    /// What stands before a method about the token's user: nothing, or the user's tenant; nil for a tenant that can be none.
    static func scope(of token: VerifiedIDToken) -> String? {
        guard let id = token.tenantID else { return "" }
        // Unsigned tokens name what they like, and this becomes a path.
        return !id.isEmpty && id.utf8.allSatisfy(isTenantByte) ? "/tenants/\(id)" : nil
    }

    private static func isTenantByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

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
