public import BridgePrimitives

/// How sure one can be of a verdict that rests on a profile's value.
public enum ProfileReason: String, Reason {
    case reported = "profile/reported"
    case assumed = "profile/assumed"

    /// Nil for confidences that need no word.
    public init?(_ confidence: Confidence) {
        switch confidence {
        case .verified, .documented: return nil
        case .reported: self = .reported
        case .assumed: self = .assumed
        }
    }

    public var meaning: String {
        switch self {
        case .reported: "The verdict rests on behaviour that is only told of in public issues or forums."
        case .assumed: "The verdict rests on behaviour that is inferred, and that nobody has told of."
        }
    }

    public var fix: String { "Try it on a device, and run it with other profiles to see what depends on it." }
}
