/// Why a handoff cannot be tried under faults.
public enum FaultVerbReason: String, FailureReason {
    case noSuchFault = "faults/no-such-fault"
    case notSignedIn = "faults/not-signed-in"
    case pageNotRun = "faults/page-not-run"
}
