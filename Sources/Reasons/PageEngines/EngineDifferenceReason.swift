/// Why an engine's `Cookie` header is another than a profile's jar would have sent.
public enum EngineDifferenceReason: String, Reason {
    case profileValue = "engine/profile-value"
    case onItsWay = "engine/on-its-way"
    case unexplained = "engine/unexplained-difference"
}
