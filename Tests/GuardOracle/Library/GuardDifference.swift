public import BridgePrimitives

/// One place in which a guard case came out otherwise than it expects.
public struct GuardDifference: Hashable, Sendable, CustomStringConvertible {
    /// `path`, `params.id`, `outcomes[0].result`.
    public let place: String
    /// Nil for nothing.
    public let expected: JSONValue?
    public let got: JSONValue?

    /// `path: expected "/in", got "/"`.
    public var description: String {
        "\(place): expected \(expected?.text() ?? "nothing"), got \(got?.text() ?? "nothing")"
    }

    /// Members of the result that the case does not speak of are not compared; those that it speaks of, as a whole.
    static func all(between expected: JSONObject, and result: JSONValue) -> [GuardDifference] {
        expected.flatMap { member in compare(member.value, result[member.name], at: member.name) }
    }

    /// Looks into objects, and into lists of one length; how deep they are is bounded by the JSON that was read.
    private static func compare(_ expected: JSONValue?, _ got: JSONValue?, at place: String) -> [GuardDifference] {
        guard expected != got else { return [] }
        if let (expected, got) = both(expected?.objectValue, got?.objectValue) {
            return (expected.names + got.names).uniqued().flatMap { name in
                compare(expected[name], got[name], at: "\(place).\(name)")
            }
        }
        if let (expected, got) = both(expected?.arrayValue, got?.arrayValue), expected.count == got.count {
            return zip(expected, got).enumerated().flatMap { index, pair in
                compare(pair.0, pair.1, at: "\(place)[\(index)]")
            }
        }
        return [GuardDifference(place: place, expected: expected, got: got)]
    }

    private static func both<Value>(_ a: Value?, _ b: Value?) -> (Value, Value)? {
        guard let a, let b else { return nil }
        return (a, b)
    }
}
