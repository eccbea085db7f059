public import BridgePrimitives
import Captures
import Diagnosis
import Doctoring
import Handoffs
import Inspecting
import Linting
import Listening
import PageEngines
import Proxying
import Scenarios
import TraceReports
import Worlds

extension ReasonList {
    public static let reporting = ReasonList(
        OutputReason.self, GuardCaseReason.self, UsageReason.self, ControlReason.self, CommandReason.self,
        AnnouncedReason.self, EngineDifferenceReason.self, TokenVerbReason.self, SourceReason.self,
        DoctorVerbReason.self, FaultVerbReason.self)
}

extension ReasonCatalogue {
    /// Every reason that there is: what `session-bridge reasons` lists and a scenario may name.
    public static let all = traced.adding([
        .listening, .inspecting, .scenarios, .worlds, .captures, .traceReports, .linting,
        .doctoring, .handoffs, .reporting,
    ])
}
