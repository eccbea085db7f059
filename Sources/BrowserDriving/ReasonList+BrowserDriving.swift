public import BridgePrimitives

extension ReasonList {
    public static let browserDriving = ReasonList(BrowserReason.self)
}
