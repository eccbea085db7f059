extension JSONValue {
    /// Reason codes as an array of strings.
    package static func codes(_ codes: some Sequence<ReasonCode>) -> JSONValue {
        .array(codes.map { .string($0.rawValue) })
    }

    /// Reasons, written as their codes.
    package static func codes<Given: Reason>(_ reasons: some Sequence<Given>) -> JSONValue {
        .array(reasons.map { .string($0.rawValue) })
    }
}
