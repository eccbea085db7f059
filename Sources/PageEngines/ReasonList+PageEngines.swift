public import BridgePrimitives

extension ReasonList {
    public static let pageEngines = ReasonList(PageEngineReason.self)
}
