public import BridgePrimitives

extension ReasonList {
    public static let tokens = ReasonList(TokenReason.self, KeyReason.self, PasteReason.self)
}
