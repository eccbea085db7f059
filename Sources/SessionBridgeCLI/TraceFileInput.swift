import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Captures
import Explaining
import Files
import TraceReports

/// The trace files that a command names, and recordings, which are read as traces.
struct TraceFileInput: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Of a HAR: the cookie that hands the session over. Default: customtoken.", valueName: "name"))
    var cookie: String?

    @Option(
        help: ArgumentHelp(
            "Of a HAR: the engine that was recorded. Default: the nearest to what each client says it is, or ios18.",
            valueName: "name"))
    var profile: String?

    /// All traces of a file; lines that say nothing are told as messages.
    ///
    /// - Throws: `traces/unreadable`, `traces/not-a-trace`, and what is wrong with a HAR.
    func traces(of file: String) throws -> [RecordedTrace] {
        let bytes = try Self.bytes(of: file)
        guard TraceFile.isOne(bytes) else { return try recordings(bytes, of: file) }
        guard cookie == nil, profile == nil else {
            throw TraceReportReason.notARecording.failure("\(file) is a trace, and says its cookie and profile itself")
        }
        return Self.traces(in: bytes, of: file)
    }

    private static func bytes(of file: String) throws(BridgeFailure) -> [UInt8] {
        do throws(InputFile.Problem) { return try InputFile.read(file, upTo: sizeLimit) } catch {
            throw TraceReportReason.unreadable.failure("\(file) \(error.clause)")
        }
    }

    private static func traces(in bytes: [UInt8], of file: String) -> [RecordedTrace] {
        let read = TraceFile(bytes)
        for problem in read.problems.prefix(5) { Console.note("session-bridge: \(file): \(problem)") }
        if read.problems.count > 5 {
            Console.note("session-bridge: \(file): and \(read.problems.count - 5) lines more")
        }
        return read.traces
    }

    private func recordings(_ bytes: [UInt8], of file: String) throws -> [RecordedTrace] {
        // What is an object may be meant as a HAR, and then the reader's own words help most.
        guard bytes.first(where: { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "{")
        else { throw TraceReportReason.notATrace.failure("\(file) is neither a trace nor a HAR") }
        return CaptureReport(
            try HARReader.read(bytes, named: file), profile: try profile?.asCookieProfile(),
            cookieName: cookie ?? "customtoken", masking: Masking(.fingerprints)
        ).recordings(named: file)
    }

    /// `FILE#2` as it is typed.
    func selection(_ typed: String) -> TraceSelection {
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
