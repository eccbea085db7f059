public import BridgePrimitives

/// What came of trying the causes of a failed scenario: each was changed at the edge of the world, and the scenario ran
/// again.
public struct Proof: Hashable, Sendable {
    /// What a trial said about one cause.
    public enum Result: String, CaseIterable, Sendable {
        /// With this change and those before it, the page ends signed in as the app's user.
        case proved
        /// With this change and those before it, all steps are taken of a scenario that opens no page.
        case stepsTaken = "steps-taken"
        /// The scenario then fails for another cause.
        case confirmed
        /// It fails the same way.
        case notConfirmed = "not-confirmed"
        /// Only the user's own code can change it.
        case notTried = "not-tried"
    }

    /// One cause, and what came of its trial.
    public struct Tried: Hashable, Sendable {
        public var cause: RootCause
        /// What was changed, as a clause that follows "with"; nil if nothing could be.
        public var change: String?
        public var result: Result
        /// Of the run, in real time.
        public var elapsed: Duration

        public init(_ cause: RootCause, change: String? = nil, _ result: Result, elapsed: Duration = .zero) {
            self.cause = cause
            self.change = change
            self.result = result
            self.elapsed = elapsed
        }
    }

    /// The cause of the failure first; each other one showed when those before it were changed.
    public var tried: [Tried]
    /// How often the scenario was run again: more often than there are causes if one was tried in several ways.
    public var runs: Int
    /// What starting the user's servers took, in all; nil if none was started.
    public var serverStart: Duration?
    /// Whether the user's server went on with what it had, since only its URL is known.
    public var keptState = false

    /// - Parameter runs: nil for one run for each cause that was tried.
    public init(_ tried: [Tried] = [], runs: Int? = nil) {
        self.tried = tried
        self.runs = runs ?? tried.count { $0.result != .notTried }
    }

    /// Whether all causes together were shown to be the whole reason.
    public var isComplete: Bool {
        tried.last.map { $0.result == .proved || $0.result == .stepsTaken } ?? false
    }

    /// Of these runs, without the start of the user's servers.
    public var elapsed: Duration { tried.reduce(.zero) { $0 + $1.elapsed } }
}

extension Proof {
    /// `{"text":…,"causes":[{"code":…,"change":…,"result":…,"milliseconds":…}],"runs":2,"milliseconds":…}`; each cause has the members
    /// of a root cause.
    public var json: JSONObject {
        let causes = tried.map { each -> JSONValue in
            var object = each.cause.json
            object["change"] = each.change.map { .string($0) }
            object["result"] = .string(each.result.rawValue)
            if each.result != .notTried { object["milliseconds"] = .number(each.elapsed.milliseconds) }
            return .object(object)
        }
        var object = JSONObject([
            ("text", .string(sentence(withCost: false))), ("causes", .array(causes)), ("runs", .integer(Int64(runs))),
            ("milliseconds", .number(elapsed.milliseconds)),
        ])
        object["server_start_milliseconds"] = serverStart.map { .number($0.milliseconds) }
        if keptState { object["server_kept_state"] = true }
        return object
    }

    package init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            try reader.objects("causes") { (each) throws(TraceDefect) in
                Tried(
                    try RootCause(each), change: each.textIfAny("change"), try each.choice("result"),
                    elapsed: each.durationIfAny("milliseconds") ?? .zero)
            }, runs: reader.intIfAny("runs"))
        serverStart = reader.durationIfAny("server_start_milliseconds")
        keptState = reader.value["server_kept_state"]?.boolValue ?? false
    }
}
