public import BridgePrimitives

/// Why a file cannot be written.
public enum OutputReason: String, FailureReason {
    case notWritable = "output/not-writable"
    case diskFull = "output/disk-full"

    public var kind: BridgeFailure.Kind { .unavailable }

    public var meaning: String {
        switch self {
        case .notWritable: "The file or its folder cannot be written."
        case .diskFull: "There is no room for the file; what was there before still is."
        }
    }

    public var fix: String {
        switch self {
        case .notWritable: "Name a file that you may write to, in a folder that exists."
        case .diskFull: "Make room on the disk, or name a file on another."
        }
    }
}
