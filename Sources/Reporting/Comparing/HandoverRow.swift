public import BridgePrimitives
public import BridgeTrace
public import TraceReports

/// One way of handing the session over, and what became of it.
public struct HandoverRow: Hashable, Sendable {
    public let way: String
    public var firstRequest = HandoverFate.notAsked
    public var script = HandoverFate.notAsked
    public var laterRequests = HandoverFate.notAsked
    public var reload = HandoverFate.notAsked
    public var relaunch = HandoverFate.notAsked
    /// Where the token stands besides, for others to find.
    public var leaks: [ExposureReport.Channel] = []
    /// Nil where no page was opened.
    public var verdict: Verdict?
    /// Why nobody was signed in.
    public var cause: ReasonCode?
    /// Why a step could not be taken.
    public var failure: ReasonCode?

    init(way: String) { self.way = way }

    /// `{"way":…,"first_request":{"there":…,"reason":…},"script":…,…,"leaks":[…],"verdict":…,"cause":…}`.
    public var json: JSONValue {
        var object = JSONObject([
            ("way", .string(way)), ("first_request", firstRequest.json), ("script", script.json),
            ("later_requests", laterRequests.json), ("reload", reload.json), ("relaunch", relaunch.json),
        ])
        object["leaks"] = .array(leaks.map { .string($0.rawValue) })
        object["verdict"] = verdict.map { .string($0.rawValue) }
        object["cause"] = cause.map { .string($0.rawValue) }
        object["failure"] = failure.map { .string($0.rawValue) }
        return .object(object)
    }

    /// The head of a table of ``line``s.
    public static let head = aligned([
        "way", "verdict", "1st request", "script", "later", "reload", "relaunch", "leaks", "because",
    ])

    /// The row in a table that is printed as it is made: each column is as wide as its widest text can be.
    public var line: String {
        let fates = [firstRequest, script, laterRequests, reload, relaunch]
        // The codes of what is missing would make columns of their own: the cause says the one that counts.
        return Self.aligned(
            [way, verdict?.rawValue ?? "-"] + fates.map(\.mark) + [
                leaks.isEmpty ? "-" : leaks.map(\.rawValue).joined(separator: ", ")
            ]
                + [(cause ?? failure)?.rawValue ?? ""])
    }

    private static func aligned(_ cells: [String]) -> String {
        let widths = [HandoverComparison.longestName, 10, 11, 6, 5, 6, 8, 16, 0]
        let padded = zip(cells, widths).map { $0.padded(to: $1) }
        return String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
}

extension HandoverFate {
    fileprivate var mark: String {
        switch self {
        case .there: "yes"
        case .missing: "no"
        case .notAsked: "-"
        }
    }
}
