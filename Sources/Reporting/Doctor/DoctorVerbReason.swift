public import BridgePrimitives

/// Why `doctor` cannot look at what it was told to.
public enum DoctorVerbReason: String, FailureReason {
    case noServe = "doctor/no-serve"

    public var kind: BridgeFailure.Kind { .unavailable }
    public var meaning: String { "No serve answers at the address that was given." }
    public var fix: String { "Give the inspector's address that serve prints." }
}
