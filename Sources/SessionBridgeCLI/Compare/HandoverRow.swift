import BridgePrimitives
import BridgeTrace
import HandoffBackend
import Reasons
import TraceReports

/// One way of handing the session over, and what became of it.
struct HandoverRow: Hashable, Sendable {
    let way: String
    var fates: [HandoverColumn: HandoverFate] = [:]
    /// Where the token stands besides, for others to find.
    var leaks: [ExposureReport.Channel] = []
    /// Nil where no page was opened.
    var verdict: Verdict?
    /// Why nobody was signed in.
    var cause: ReasonCode?
    /// Why a step could not be taken.
    var failure: ReasonCode?

    subscript(column: HandoverColumn) -> HandoverFate {
        get { fates[column] ?? .notAsked }
        set { fates[column] = newValue }
    }

    /// All codes of the row, each once: why nobody was signed in first.
    var reasons: [ReasonCode] {
        ([cause, failure] + HandoverColumn.allCases.map { self[$0].reason }).compactMap(\.self).uniqued()
    }

    /// `{"way":…,"first_request":{"there":…,"reason":…},…,"leaks":[…],"verdict":…,"cause":…,"reasons":[…]}`; `reasons`
    /// has each code of the row with its meaning and fix.
    func json(reasons catalogue: ReasonCatalogue) -> JSONObject {
        var object = JSONObject([("way", .string(way))])
        for column in HandoverColumn.allCases { object[column.key] = self[column].json }
        object["leaks"] = .array(leaks.map { .string($0.rawValue) })
        object["verdict"] = verdict.map { .string($0.rawValue) }
        object["cause"] = cause.map { .string($0.rawValue) }
        object["failure"] = failure.map { .string($0.rawValue) }
        object["reasons"] = .array(
            reasons.map { code in catalogue[code]?.json ?? ["code": .string(code.rawValue)] })
        return object
    }

    /// In the order of ``heads``.
    var cells: [String] {
        [way, verdict?.rawValue ?? "-"] + HandoverColumn.allCases.map { self[$0].mark }
            // The codes of what is missing would make columns of their own: the cause says the one that counts.
            + [leaks.isEmpty ? "-" : leaks.map(\.mark).joined(separator: ", "), (cause ?? failure)?.rawValue ?? ""]
    }

    static let heads = ["way", "verdict"] + HandoverColumn.allCases.map(\.head) + ["leaks", "because"]

    /// The head of a table of ``line``s.
    static let head = aligned(heads)

    /// The row in a table that is printed as it is made: each column is as wide as its widest text can be.
    var line: String { Self.aligned(cells) }

    private static func aligned(_ cells: [String]) -> String {
        let widths =
            [HandoverWay.longestName, 10] + HandoverColumn.allCases.map { max($0.head.count, "cookie".count) } + [
                12, 0,
            ]
        return zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  ").trimmingEnd
    }
}

extension String {
    /// Without the blanks at its end.
    var trimmingEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}
