import BridgePrimitives

/// A piece of behaviour with the evidence for it.
public struct Sourced<Value: Hashable & Sendable>: Hashable, Sendable {
    public var value: Value
    public var confidence: Confidence
    /// Where it is written or was seen, so that a reader can look it up.
    public var source: String

    public init(_ value: Value, _ confidence: Confidence, _ source: String) {
        (self.value, self.confidence, self.source) = (value, confidence, source)
    }
}

/// How sure one can be of a piece of behaviour.
public enum Confidence: String, Hashable, Sendable, CaseIterable {
    /// Seen in an experiment with the engine itself.
    case verified
    /// Written in a standard, in the engine's source or in its checked-in test results.
    case documented
    /// Told in a public issue or forum.
    case reported
    /// Our inference.
    case assumed
}

extension Sourced {
    /// The value in words: durations as `400d`, an absent limit as `none`.
    var valueText: String { ProfileValueText.text(of: value) }
}

/// How a profile's values read in listings.
enum ProfileValueText {
    static func text(of value: Any) -> String {
        if let duration = value as? Duration { return duration.worldText }
        // An optional would describe itself as `Optional(4096)` and `nil`.
        if let optional = value as? any OptionalValue { return optional.wrapped.map { text(of: $0) } ?? "none" }
        return String(describing: value)
    }
}

private protocol OptionalValue {
    var wrapped: Any? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrapped: Any? { map { $0 } }
}
