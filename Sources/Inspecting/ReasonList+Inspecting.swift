public import BridgePrimitives

extension ReasonList {
    public static let inspecting = ReasonList(InspectorReason.self)
}
