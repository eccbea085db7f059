public import BridgePrimitives

extension ReasonList {
    public static let appFrameworks = ReasonList(AppleIDSheetReason.self, WebSessionReason.self)
}
