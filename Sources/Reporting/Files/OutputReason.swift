public import BridgePrimitives

/// Why a file cannot be written.
public enum OutputReason: String, FailureReason {
    case notWritable = "output/not-writable"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String { "The file or its folder cannot be written." }
    public var fix: String { "Name a file in a folder that exists and has room." }
}
