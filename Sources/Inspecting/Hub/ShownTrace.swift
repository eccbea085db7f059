import BridgePrimitives
import BridgeTrace
import TraceReports

extension TraceEvent {
    /// The event's line as the page takes it: with what it says in one sentence.
    func shownLine(cause: Int?) -> JSONValue {
        var line = line(cause: cause).objectValue ?? JSONObject()
        line["sentence"] = EventSentence(self).json
        return .object(line)
    }
}

extension RecordedTrace {
    /// The lines of a trace file, as the page takes them.
    var shownText: String { text { $0.shownLine(cause: $1) } }

    /// What the page's list of traces has of it.
    ///
    /// - Parameters:
    ///   - isLive: whether more is to come.
    ///   - file: where it was read from.
    func summary(isLive: Bool, file: String?) -> JSONObject {
        var object = head.json.objectValue ?? JSONObject()
        for name in ["entry", "version"] { object[name] = nil }
        object["live"] = .bool(isLive)
        object["events"] = .integer(Int64(events.count))
        object["verdict"] = (outcome?.verdict).map { .string($0.rawValue) }
        object["passed"] = (outcome?.hasPassed).map { .bool($0) }
        object["file"] = file.map { .string($0) }
        return object
    }
}

extension ReasonCatalogue {
    /// `{CODE: {"meaning", "fix"}}`.
    func texts(where isWanted: (ReasonCode) -> Bool = { _ in true }) -> JSONValue {
        .object(
            JSONObject(
                entries.filter { isWanted($0.code) }.map {
                    ($0.code.rawValue, ["meaning": .string($0.meaning), "fix": .string($0.fix)])
                }))
    }
}
