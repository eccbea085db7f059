/// Why `GoogleService-Info.plist` gives no options.
public enum FirebaseOptionsReason: String, FailureReason {
    case missing = "client/option-missing"
    case unreadable = "client/options-unreadable"
}
