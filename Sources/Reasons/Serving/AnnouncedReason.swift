/// What is odd about an address of the user's own that is announced in place of ours. The services start all the same: it
/// may come up later.
public enum AnnouncedReason: String, FailureReason {
    case unreachable = "announced/unreachable"
    case notTrusted = "announced/not-trusted"
    case redirects = "announced/redirects"
}
