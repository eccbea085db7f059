public import BridgePrimitives

extension ReasonList {
    public static let traceReports = ReasonList(TraceReportReason.self)
}
