public import BridgePrimitives

/// Why a report on traces could not be made.
public enum TraceReportReason: String, FailureReason {
    case unreadable = "traces/unreadable"
    case notATrace = "traces/not-a-trace"
    case notARecording = "traces/not-a-recording"
    case noSuchTrace = "traces/no-such-trace"
    case several = "traces/several"
    case nothingInCommon = "traces/nothing-in-common"

    public var kind: BridgeFailure.Kind {
        switch self {
        case .noSuchTrace, .several, .notARecording: .usage
        case .unreadable, .notATrace, .nothingInCommon: .unreadableInput
        }
    }

    public var meaning: String {
        switch self {
        case .unreadable: "The file cannot be read."
        case .notATrace: "The file is no trace of this tool's, and no HAR."
        case .notARecording: "What says how a HAR is read was given for a trace."
        case .noSuchTrace: "The file has no trace of that number or name."
        case .several: "The file has several traces, and the report is of one."
        case .nothingInCommon: "No trace of the one file has the name of one in the other."
        }
    }

    public var fix: String {
        switch self {
        case .unreadable: "Name a file that is there and may be read."
        case .notATrace:
            "Write one with --trace FILE of run, demo, trace or serve, or export a HAR from a browser or proxy."
        case .notARecording: "Leave --cookie and --profile out."
        case .noSuchTrace: "Name one that the file has: FILE#2, or --trace-name NAME."
        case .several: "Name one: FILE#2, or --trace-name NAME."
        case .nothingInCommon: "Name a trace of each: A.jsonl#1 B.jsonl#1."
        }
    }
}
