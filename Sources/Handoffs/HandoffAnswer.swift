package import BridgePrimitives
package import BridgeTrace

/// What came of one request.
package struct HandoffAnswer: Sendable {
    package enum Outcome: Sendable {
        /// All steps were taken; how the page ended is the verdict.
        case done
        /// A step could not be taken.
        case failed(step: String)
        /// The line asked for what there is not.
        case refused(BridgeFailure)

        var name: String {
            switch self {
            case .done: "done"
            case .failed: "failed"
            case .refused: "refused"
            }
        }
    }

    package let id: JSONValue
    package var outcome = Outcome.done
    /// Nil where no page was to be opened.
    package var verdict: Verdict?
    /// The app's user.
    package var userID: String?
    package var reasons: [ReasonCode] = []
    package var rootCause: RootCause?
    package var elapsed = Duration.zero
    /// The steps that were taken, in order.
    package var timings: [(step: String, elapsed: Duration)] = []
    /// What `stats` asked for.
    package var members = JSONObject()

    package init(id: JSONValue) { self.id = id }

    init(_ refused: RefusedLine) {
        self.init(id: refused.id)
        (outcome, reasons) = (.refused(refused.failure), [refused.failure.code])
    }

    /// One object, on one line. Times are milliseconds, to the microsecond.
    ///
    /// - Parameter masking: of the sentences, which may repeat what a line or a service said.
    package func json(masking: Masking) -> JSONValue {
        func sentence(_ text: String) -> JSONValue { .string(masking.text(text).text) }
        var object = JSONObject([("id", id), ("outcome", .string(outcome.name))])
        switch outcome {
        case .done: break
        case .failed(let step): object["step"] = .string(step)
        case .refused(let failure):
            object["error"] = [
                "code": .string(failure.code.rawValue), "message": sentence(failure.cause),
                "fix": sentence(failure.fix),
            ]
            return .object(object)
        }
        if let verdict { object["verdict"] = .string(verdict.rawValue) }
        if let userID { object["user"] = .string(userID) }
        for (name, value) in members { object[name] = value }
        guard members.isEmpty else { return .object(object) }
        object["milliseconds"] = Self.milliseconds(elapsed)
        object["reasons"] = .array(reasons.map { .string($0.rawValue) })
        if let rootCause {
            object["root_cause"] = [
                "code": .string(rootCause.code.rawValue), "message": sentence(rootCause.message),
                "fix": sentence(rootCause.fix),
            ]
        }
        object["timings"] = .object(
            JSONObject(timings.map { ($0.step.replacing("-", with: "_"), Self.milliseconds($0.elapsed)) }))
        return .object(object)
    }

    private static func milliseconds(_ duration: Duration) -> JSONValue {
        .number(((duration / .microseconds(1)).rounded()) / 1000)
    }
}
