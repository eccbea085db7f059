/// Why a report on traces could not be made.
public enum TraceReportReason: String, FailureReason {
    case unreadable = "traces/unreadable"
    case notATrace = "traces/not-a-trace"
    case notARecording = "traces/not-a-recording"
    case noSuchTrace = "traces/no-such-trace"
    case several = "traces/several"
    case nothingInCommon = "traces/nothing-in-common"
}
