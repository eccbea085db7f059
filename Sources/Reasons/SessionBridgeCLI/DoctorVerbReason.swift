/// Why `doctor` cannot look at what it was told to.
public enum DoctorVerbReason: String, FailureReason {
    case noServe = "doctor/no-serve"
}
