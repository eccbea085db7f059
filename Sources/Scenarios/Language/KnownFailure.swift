public import BridgePrimitives

/// Why a scenario fails for now, which is known and not mended.
public struct KnownFailure: Hashable, Sendable {
    /// The code of the root cause.
    public var reason: ReasonCode
    /// What is to be known of it: who mends it, or where it is written down.
    public var note: String?

    public init(reason: ReasonCode, note: String? = nil) { (self.reason, self.note) = (reason, note) }

    /// `send/path, a sentence`.
    public var text: String { reason.rawValue + (note.map { ", \($0)" } ?? "") }

    static let settings = Settings(
        "known-failure", startingWith: Self(reason: ReasonCode(unchecked: "")),
        [
            Field("reason", \.reason, .reason, "The code of the root cause for which it fails.")
                .required("why does it fail?", "add `reason: area/code`, as the report says it"),
            Field("note", \.note, .text, "What is to be known of it, in one sentence."),
        ])
}
