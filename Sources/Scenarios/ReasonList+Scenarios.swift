public import BridgePrimitives

extension ReasonList {
    public static let scenarios = ReasonList(
        ScenarioReason.self, RunReason.self, ExpectationReason.self, ChoiceReason.self, ReportReason.self)
}
