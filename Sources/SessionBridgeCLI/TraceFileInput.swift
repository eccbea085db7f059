import BridgePrimitives
import BridgeTrace
import Files
import TraceReports

/// The trace files that a command names.
enum TraceFileInput {
    /// All traces of a file; lines that say nothing are told as messages.
    ///
    /// - Throws: `traces/unreadable`, `traces/not-a-trace`.
    static func traces(of file: String) throws(BridgeFailure) -> [RecordedTrace] {
        let bytes: [UInt8]
        do throws(InputFile.Problem) {
            bytes = try InputFile.read(file, upTo: sizeLimit)
        } catch { throw TraceReportReason.unreadable.failure("\(file) \(error.clause)") }
        guard TraceFile.isOne(bytes) else { throw TraceReportReason.notATrace.failure("\(file) is no trace") }
        let read = TraceFile(bytes)
        for problem in read.problems.prefix(5) { Console.note("session-bridge: \(file): \(problem)") }
        if read.problems.count > 5 {
            Console.note("session-bridge: \(file): and \(read.problems.count - 5) lines more")
        }
        return read.traces
    }

    /// `FILE#2` as it is typed.
    static func selection(_ typed: String) -> TraceSelection {
        TraceSelection(typed) { path in
            // A device or a pipe is not read twice.
            do throws(InputFile.Problem) {
                _ = try InputFile.read(path, upTo: 0)
                return true
            } catch { return error != .unreadable }
        }
    }

    private static let sizeLimit = 1 << 30
}
