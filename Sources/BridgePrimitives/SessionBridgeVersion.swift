/// The version of the tool and the library.
public enum SessionBridgeVersion: Sendable {
    public static let current = "0.1.0"
    /// Who says that it wrote traces, reports and recordings.
    public static let producer = "session-bridge \(current)"
}
