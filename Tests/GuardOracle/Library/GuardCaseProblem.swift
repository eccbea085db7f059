import RouterGuard

/// What is wrong with a guard case, and where.
public struct GuardCaseProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the case, such as `$.guards.beforeEach[0].do[2]`.
    public let jsonPath: String
    /// One clause that names the value; no full stop.
    public let cause: String

    public var description: String { "\(jsonPath): \(cause)" }

    init(jsonPath: String, cause: String) { (self.jsonPath, self.cause) = (jsonPath, cause) }

    /// A problem of the routes at `jsonPath`.
    init(_ problem: RouteTableProblem, at jsonPath: String) {
        self.init(jsonPath: jsonPath + String(problem.jsonPath.dropFirst()), cause: problem.cause)
    }
}
