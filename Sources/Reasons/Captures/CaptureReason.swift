/// Why a recording cannot be read.
public enum CaptureReason: String, FailureReason {
    case notHAR = "har/not-a-har"
    case tooLarge = "har/too-large"
    case unreadable = "har/unreadable"
    case empty = "har/empty"
}
