import BridgePrimitives

/// A duration's least and most; what is nil is not looked at.
public struct DurationBounds: Hashable, Sendable {
    public var atLeast: Duration?
    public var atMost: Duration?

    public init(atLeast: Duration? = nil, atMost: Duration? = nil) {
        (self.atLeast, self.atMost) = (atLeast, atMost)
    }

    func contains(_ duration: Duration) -> Bool {
        atLeast.map { duration >= $0 } ?? true && atMost.map { duration <= $0 } ?? true
    }

    /// `at least 1m and at most 1h`.
    var text: String { Self.text(atLeast?.worldText, atMost?.worldText) }

    static func text(_ atLeast: String?, _ atMost: String?) -> String {
        [atLeast.map { "at least \($0)" }, atMost.map { "at most \($0)" }].compactMap(\.self).joined(separator: " and ")
    }

    static func nothingIsBetween(_ atLeast: String, _ atMost: String) -> Vocabulary.Complaint {
        Vocabulary.Complaint(
            ScenarioReason.wrongType, message: "nothing is at least \(atLeast) and at most \(atMost)",
            fix: "write the lesser under `at-least`")
    }

    static let fields = [
        Field<Self>("at-least", \.atLeast, .duration, "No shorter than this."),
        Field("at-most", \.atMost, .duration, "No longer than this."),
    ]

    static func settings(_ owner: String) -> Settings<Self> {
        Settings(owner, startingWith: Self(), fields) { $0.complaint }
    }

    var complaint: Vocabulary.Complaint? {
        if let atLeast, let atMost, atLeast > atMost {
            return Self.nothingIsBetween(atLeast.worldText, atMost.worldText)
        }
        guard atLeast == nil, atMost == nil else { return nil }
        return Vocabulary.Complaint(
            ScenarioReason.missingField, message: "which bound?", fix: "write `{ at-most: 5s }`")
    }
}

/// A number of bytes, its least and most; what is nil is not looked at.
public struct SizeBounds: Hashable, Sendable {
    public var atLeast: Int?
    public var atMost: Int?

    public init(atLeast: Int? = nil, atMost: Int? = nil) { (self.atLeast, self.atMost) = (atLeast, atMost) }

    func contains(_ size: Int) -> Bool {
        atLeast.map { size >= $0 } ?? true && atMost.map { size <= $0 } ?? true
    }

    var text: String {
        DurationBounds.text(atLeast.map { "\($0) bytes" }, atMost.map { "\($0) bytes" })
    }

    static let fields = [
        Field<Self>("at-least", \.atLeast, .number(0...1_000_000), "No fewer bytes than this."),
        Field("at-most", \.atMost, .number(0...1_000_000), "No more bytes than this."),
    ]

    static let settings = Settings("size", startingWith: Self(), fields) { $0.complaint }

    private var complaint: Vocabulary.Complaint? {
        if let atLeast, let atMost, atLeast > atMost {
            return DurationBounds.nothingIsBetween("\(atLeast) bytes", "\(atMost) bytes")
        }
        guard atLeast == nil, atMost == nil else { return nil }
        return Vocabulary.Complaint(
            ScenarioReason.missingField, message: "which bound?", fix: "write `{ at-most: 4096 }`")
    }
}
