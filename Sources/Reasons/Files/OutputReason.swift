/// Why a file cannot be written.
public enum OutputReason: String, FailureReason {
    case notWritable = "output/not-writable"
    case diskFull = "output/disk-full"
}
