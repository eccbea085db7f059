extension ReasonList {
    public static let bridgePrimitives = ReasonList(URLReason.self)
}
