public import BridgePrimitives

extension ReasonList {
    public static let captures = ReasonList(CaptureReason.self, CaptureFindingReason.self)
}
