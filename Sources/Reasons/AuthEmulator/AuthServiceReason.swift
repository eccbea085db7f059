/// Why the auth service cannot start, keep its state or take what it is given.
public enum AuthServiceReason: String, FailureReason {
    case strictNeedsSigned = "usage/strict-needs-signed"
    case unreadableKeys = "state/unreadable-keys"
    case otherProject = "state/other-project"
    case unreadableExport = "state/unreadable-export"
    case nothingKept = "state/nothing-kept"
    case unreadableSeeds = "seeds/unreadable"
    case passwordNotHashed = "auth/password-not-hashed"
}
