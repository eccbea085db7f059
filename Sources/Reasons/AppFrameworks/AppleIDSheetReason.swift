/// Why the system's sheet for Sign in with Apple gave no credential.
public enum AppleIDSheetReason: String, Reason {
    case noProcess = "apple-sheet/no-process"
    case noSheet = "apple-sheet/no-sheet"
    case noRequest = "apple-sheet/no-request"
    case notInForeground = "apple-sheet/not-in-foreground"
    case noAccount = "apple-sheet/no-account"
    case cancelled = "apple-sheet/cancelled"
    case scripted = "apple-sheet/scripted"
    case unknownClient = "apple-sheet/unknown-client"
    case processEnded = "apple-sheet/process-ended"
    // A note on a request that went well.
    case noAnchor = "apple-sheet/no-anchor"
}
