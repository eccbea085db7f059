import BridgePrimitives
import Files
import Scenarios

/// Reads reports of runs.
enum RunReportFile {
    /// The largest that is read: a hundred thousand scenarios with their steps are less.
    static let sizeLimit = 256 << 20

    /// - Parameter path: a file, or `-` for standard input.
    /// - Throws: `report/…`.
    static func read(_ path: String) throws(BridgeFailure) -> RunReport {
        let bytes: [UInt8]
        do throws(InputFile.Problem) { bytes = try InputFile.read(path, upTo: sizeLimit) } catch {
            throw ReportReason.unreadable.failure("the report \(path) \(error.clause)")
        }
        return try RunReport(json: Array(bytes.withoutByteOrderMark), file: path)
    }
}
