/// What is wrong with a route table, and where.
public struct RouteTableProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the table, such as `$[2].children[0].path`.
    public let jsonPath: String
    /// One clause that names the value; no full stop.
    public let cause: String

    public var description: String { "\(jsonPath): \(cause)" }
}
