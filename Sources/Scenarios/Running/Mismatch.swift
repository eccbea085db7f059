public import BridgePrimitives
public import BridgeTrace

/// One thing that was expected and did not happen.
public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for: `route: main`.
    public let expected: String
    /// What happened instead.
    public let happened: String
    /// The codes that explain it, where there are any.
    public let because: [ReasonCode]
    /// What it was about.
    public let subject: Subject
    /// Where the file asks for it; of a step that could not be taken, where that stands. Nil for what no file has.
    public var location: SourceLocation?
    /// The name of the step that it is about; nil for what is about none.
    public var step: String?

    public enum Subject: Hashable, Sendable {
        /// A step that could not be taken.
        case step
        /// Verdict, route or user.
        case ending
        /// A cookie that is missing.
        case cookie(String, CookiePlace)
        /// A finding that should not be there.
        case finding(Finding)
        /// A value that is another.
        case value
        /// The root cause, which is another than the one that is wanted.
        case cause(RootCause)
        /// A reason or a finding that is missing, a cookie that is there, a step that went well.
        case other
    }

    public var description: String {
        let reason = because.isEmpty ? "" : " (\(because.map(\.rawValue).joined(separator: ", ")))"
        return "expected \(expected); \(happened)\(reason)"
    }
}

extension ScenarioExpectation {
    /// Compares with what happened; empty when all is as expected.
    ///
    /// - Parameter failure: the step that failed and why; nil when all steps were taken.
    public func mismatches(with observation: Observation, failure: StepFailure?) -> [Mismatch] {
        var found: [Mismatch] = []
        func require(
            _ holds: Bool, _ expected: String, _ happened: String, because: [ReasonCode] = [],
            about subject: Mismatch.Subject = .other, at location: SourceLocation?, step: String? = nil
        ) {
            guard var mismatch = Mismatch.unless(holds, expected, happened, because: because, about: subject) else {
                return
            }
            (mismatch.location, mismatch.step) = (location, step)
            found.append(mismatch)
        }
        if let expected = self.failure {
            let wanted = "step \(expected.step ?? "any") to fail with \(expected.reason)"
            let place = places["failure"]
            require(failure != nil, wanted, "no step failed", at: place, step: expected.step)
            if let failure {
                require(
                    (expected.step ?? failure.step) == failure.step && failure.reasons.contains(expected.reason),
                    wanted, "step \(failure.step) failed: \(failure.message)", because: failure.reasons, about: .step,
                    at: place, step: failure.step)
            }
        } else if let failure {
            require(
                false, "all steps to be taken", "step \(failure.step) failed: \(failure.message)",
                because: failure.reasons, about: .step, at: nil, step: failure.step)
        }
        let why = observation.verdictReasons
        if let verdict {
            require(
                observation.verdict == verdict, "verdict \(verdict.rawValue)",
                "it was \(observation.verdict.rawValue)", because: why, about: .ending, at: places["verdict"])
        }
        if let route {
            require(
                observation.route == route, "route \(route)",
                observation.route.map { "the page is at \($0)" } ?? "no route was entered", because: why,
                about: .ending,
                at: places["route"])
        }
        if let signedInAs {
            let wanted = signedInAs == Self.userPlaceholder ? observation.nativeUserID : signedInAs
            require(
                wanted != nil && observation.webUserID == wanted, "signed in as \(wanted ?? signedInAs)",
                observation.webUserID.map { "the page's user is \($0)" } ?? "nobody is signed in on the page",
                because: why, about: .ending, at: places["signed-in-as"])
        }
        let seen = Set(observation.events.flatMap(\.reasons)).union(failure?.reasons ?? []).union(why)
        for (index, reason) in reasons.enumerated() {
            require(
                seen.contains(reason), "reason \(reason)", "the trace does not have it", because: why,
                at: places["reasons", index])
        }
        let foundCodes = Set(observation.findings.map(\.code))
        for (index, finding) in findings.enumerated() {
            require(
                foundCodes.contains(finding), "finding \(finding)",
                foundCodes.isEmpty
                    ? "nothing was found" : "found: \(foundCodes.sorted().map(\.rawValue).joined(separator: ", "))",
                at: places["findings", index])
        }
        for finding in observation.findings {
            guard let index = noFindings.firstIndex(of: finding.code) else { continue }
            require(
                false, "no finding \(finding.code)", finding.message, about: .finding(finding),
                at: places["no-findings", index])
        }
        found += cookieMismatches(with: observation) + conditionMismatches(with: observation)
        return found
    }

    /// Stands for the native user's uid in ``signedInAs``.
    public static let userPlaceholder = "${user.uid}"

    private func cookieMismatches(with observation: Observation) -> [Mismatch] {
        var found: [Mismatch] = []
        func require(
            _ wanted: Bool?, _ holds: Bool, _ name: String, _ property: String, _ place: CookiePlace, at key: String
        ) {
            guard let wanted, wanted != holds else { return }
            let reasons = observation.events.flatMap { $0.reasons(about: name) }
            var mismatch = Mismatch(
                expected: "cookie \(name) \(wanted ? "" : "not ")\(property)",
                happened: holds ? "it was" : "it was not", because: reasons.uniqued(),
                subject: wanted ? .cookie(name, place) : .other)
            mismatch.location = places[key]
            found.append(mismatch)
        }
        if let cookie {
            require(
                cookie.isStored, observation.storedCookies.contains(cookie.name), cookie.name,
                "in the web view's store", .store, at: "cookie.stored")
            require(
                cookie.isSent, observation.sentCookies.contains(cookie.name), cookie.name, "sent to the server",
                .request, at: "cookie.sent")
            require(
                cookie.isVisibleToScript, observation.visibleCookies.contains(cookie.name), cookie.name,
                "visible to script", .script, at: "cookie.visible-to-script")
        }
        let first = observation.firstRequestCookies ?? []
        if let name = firstRequest?.with {
            require(true, first.contains(name), name, "on the first request", .request, at: "first-request.with")
        }
        if let name = firstRequest?.without {
            require(false, first.contains(name), name, "on the first request", .request, at: "first-request.without")
        }
        return found
    }
}

extension TraceEvent {
    /// The codes that this event gives for the cookie called `name`.
    func reasons(about name: String) -> [ReasonCode] {
        switch kind {
        case .cookieWrite(let write): write.name == name ? write.reasons : []
        case .cookieRead(let read): read.hidden.filter { $0.name == name }.flatMap(\.reasons)
        case .request(let request): request.withheld.filter { $0.name == name }.flatMap(\.reasons)
        default: []
        }
    }
}
