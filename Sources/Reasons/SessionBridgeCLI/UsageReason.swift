/// What a verb was called with that cannot work.
public enum UsageReason: String, FailureReason {
    case badDuration = "usage/bad-duration"
    case badHeader = "usage/bad-header"
    case badURL = "usage/bad-url"
    case badOrigin = "usage/bad-origin"
    case badProject = "usage/bad-project"
    case badToken = "usage/bad-token"
    case unknownProfile = "usage/unknown-profile"
    case unknownEdge = "usage/unknown-edge"
    case noRequest = "usage/no-request"
    case noSuchReason = "usage/no-such-reason"
    case unknownVerb = "usage/unknown-verb"
    case noLine = "explain/no-line"
    case noSetCookie = "explain/no-set-cookie"
    case inputTooLong = "usage/input-too-long"
    case reportOverInput = "usage/report-over-input"
    case timedOut = "command/timed-out"
}
