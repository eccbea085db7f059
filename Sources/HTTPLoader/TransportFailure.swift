public import Reasons

/// A request that got no whole response, and why.
public struct TransportFailure: Error, Sendable {
    public let code: TransportReason
    /// One clause that names host and port and has libcurl's words; no full stop, and never a header's value.
    public let cause: String

    /// The response without its body, where the head had come whole: clients act on it before the body is there, and
    /// keep its cookies.
    public let begun: Exchange?

    public init(_ code: TransportReason, cause: String, begun: Exchange? = nil) {
        (self.code, self.cause, self.begun) = (code, cause, begun)
    }
}

extension TransportFailure: Hashable {
    /// Two failures are the same failure when their codes are.
    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension TransportFailure: CustomStringConvertible {
    public var description: String {
        code.fix.isEmpty ? "error[\(code.rawValue)]: \(cause)" : "error[\(code.rawValue)]: \(cause); \(code.fix)"
    }
}
