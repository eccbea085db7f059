public import BridgePrimitives

extension ReasonList {
    public static let webViews = ReasonList(
        ScriptFailureReason.self, NavigationReason.self, UserContentReason.self, PageWishReason.self)
}
