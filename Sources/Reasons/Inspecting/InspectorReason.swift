/// Why the inspector does not answer a question, or has nothing to show.
public enum InspectorReason: String, FailureReason {
    case noSuchTrace = "inspector/no-such-trace"
    case noSuchPage = "inspector/no-such-page"
    case badQuestion = "inspector/bad-question"
    case unknownProfile = "inspector/unknown-profile"
    case noDevice = "inspector/no-device"
    case stepFailed = "inspector/step-failed"
}
