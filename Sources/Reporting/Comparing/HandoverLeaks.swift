import BridgeTrace
import TraceReports

/// Where a token stands that is neither a cookie nor a message to whom it is for.
enum HandoverLeaks {
    /// Addresses, Referers and the console: what is kept in histories and logs of others.
    static func channels(in trace: RecordedTrace) -> [ExposureReport.Channel] {
        let seen = Set(ExposureReport(trace).secrets.flatMap { $0.sightings.map(\.channel) })
        return [.address, .referer, .log].filter(seen.contains)
    }
}
