import BridgePrimitives

/// A trace file read: its traces, and what of it could not be used.
///
/// The format is documented in `docs/trace-file.md`. Files of version 1 can be read by all later versions of this tool.
public struct TraceFile: Hashable, Sendable {
    public let traces: [RecordedTrace]
    public let problems: [Problem]

    /// A line that says nothing, or not what it should.
    public struct Problem: Hashable, Sendable, CustomStringConvertible {
        /// From 1.
        public let line: Int
        public let message: String

        public var description: String { "line \(line) \(message)" }
    }

    /// Whether a file begins as trace files do.
    ///
    /// - Parameter bytes: of the file, from its beginning; its first line is looked at.
    public static func isOne(_ bytes: some Collection<UInt8>) -> Bool {
        let first = bytes.prefix(65_536).drop { $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
            .prefix { $0 != UInt8(ascii: "\n") }
        guard let head = try? JSONValue(parsing: Array(first)) else { return false }
        return head["entry"] != nil
    }

    /// Reads what can be read. A last line without its end may be half a line, of a writer that was stopped: it is
    /// told as the others are.
    ///
    /// - Complexity: O(n) in the bytes.
    public init(_ bytes: [UInt8]) {
        var traces: [RecordedTrace] = []
        var problems: [Problem] = []
        var number = 0
        for line in bytes.withoutByteOrderMark.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            do throws(TraceDefect) { try Self.take(line, into: &traces) } catch {
                problems.append(Problem(line: number, message: error.text))
            }
        }
        (self.traces, self.problems) = (traces, problems)
    }

    private static func take(_ line: ArraySlice<UInt8>, into traces: inout [RecordedTrace]) throws(TraceDefect) {
        guard let value = try? JSONValue(parsing: line), let object = value.objectValue else { throw .noObject }
        let reader = TraceReader(object)
        let entry = try reader.text("entry")
        if entry == "trace" {
            traces.append(RecordedTrace(head: try TraceHead(reader)))
            return
        }
        if traces.isEmpty { traces.append(RecordedTrace(head: TraceHead(id: "1", name: ""))) }
        let last = traces.count - 1
        switch entry {
        case "event":
            let event = try TraceEvent(reader)
            if let before = traces[last].events.last, before.sequence >= event.sequence { throw .member("sequence") }
            traces[last].events.append(event)
        case "outcome": traces[last].outcome = try TraceOutcome(reader)
        default: break  // of a later version
        }
    }
}
