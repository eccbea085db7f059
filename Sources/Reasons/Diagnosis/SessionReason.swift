/// What became of a session that a server keeps.
public enum SessionReason: String, Reason {
    case notSet = "session/not-set"
    case signInRefused = "session/sign-in-refused"
    case neverAsked = "session/never-asked"
    case setAndDeleted = "session/set-and-deleted"
    case pagesDisagree = "session/pages-disagree"
}
