public import BridgePrimitives

extension ReasonList {
    public static let routerGuard = ReasonList(GuardReason.self, GuardModuleReason.self)
}
