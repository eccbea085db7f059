public import BridgePrimitives

extension ReasonList {
    public static let doctoring = ReasonList(DoctorReason.self)
}
