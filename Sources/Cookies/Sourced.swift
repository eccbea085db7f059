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

/// Any ``Sourced`` value, for listings.
protocol AnySourced {
    var valueText: String { get }
    var confidence: Confidence { get }
    var source: String { get }
}

extension Sourced: AnySourced {
    var valueText: String {
        // An optional would describe itself as `Optional(4096)` and `nil`.
        guard let optional = value as? any OptionalValue else { return String(describing: value) }
        return optional.wrappedText ?? "none"
    }
}

private protocol OptionalValue {
    var wrappedText: String? { get }
}

extension Optional: OptionalValue {
    fileprivate var wrappedText: String? { map { String(describing: $0) } }
}
