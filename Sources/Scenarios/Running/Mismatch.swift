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
            about subject: Mismatch.Subject = .other
        ) {
            if holds { return }
            // Whoever wrote the scenario may have written a token into it.
            let expected = Masking(.fingerprints).text(expected).text
            found.append(Mismatch(expected: expected, happened: happened, because: because, subject: subject))
        }
        if let expected = self.failure {
            let wanted = "step \(expected.step ?? "any") to fail with \(expected.reason)"
            require(failure != nil, wanted, "no step failed")
            if let failure {
                require(
                    (expected.step ?? failure.step) == failure.step && failure.reasons.contains(expected.reason),
                    wanted, "step \(failure.step) failed: \(failure.message)", because: failure.reasons, about: .step)
            }
        } else if let failure {
            require(
                false, "all steps to be taken", "step \(failure.step) failed: \(failure.message)",
                because: failure.reasons, about: .step)
        }
        let why = observation.verdictReasons
        if let verdict {
            require(
                observation.verdict == verdict, "verdict \(verdict.rawValue)",
                "it was \(observation.verdict.rawValue)", because: why, about: .ending)
        }
        if let route {
            require(
                observation.route == route, "route \(route)",
                observation.route.map { "the page is at \($0)" } ?? "no route was entered", because: why, about: .ending
            )
        }
        if let signedInAs {
            let wanted = signedInAs == Self.userPlaceholder ? observation.nativeUserID : signedInAs
            require(
                wanted != nil && observation.webUserID == wanted, "signed in as \(wanted ?? signedInAs)",
                observation.webUserID.map { "the page's user is \($0)" } ?? "nobody is signed in on the page",
                because: why, about: .ending)
        }
        let seen = Set(observation.events.flatMap(\.reasons)).union(failure?.reasons ?? []).union(why)
        for reason in reasons {
            require(seen.contains(reason), "reason \(reason)", "the trace does not have it", because: why)
        }
        let foundCodes = Set(observation.findings.map(\.code))
        for finding in findings {
            require(
                foundCodes.contains(finding), "finding \(finding)",
                foundCodes.isEmpty
                    ? "nothing was found" : "found: \(foundCodes.sorted().map(\.rawValue).joined(separator: ", "))")
        }
        for finding in observation.findings where noFindings.contains(finding.code) {
            require(false, "no finding \(finding.code)", finding.message, about: .finding(finding))
        }
        found += cookieMismatches(with: observation) + conditionMismatches(with: observation)
        return found
    }

    /// Stands for the native user's uid in ``signedInAs``.
    public static let userPlaceholder = "${user.uid}"

    private func cookieMismatches(with observation: Observation) -> [Mismatch] {
        var found: [Mismatch] = []
        func require(_ wanted: Bool?, _ holds: Bool, _ name: String, _ property: String, _ place: CookiePlace) {
            guard let wanted, wanted != holds else { return }
            let reasons = observation.events.flatMap { $0.reasons(about: name) }
            found.append(
                Mismatch(
                    expected: "cookie \(name) \(wanted ? "" : "not ")\(property)",
                    happened: holds ? "it was" : "it was not", because: reasons.uniqued(),
                    subject: wanted ? .cookie(name, place) : .other))
        }
        if let cookie {
            require(
                cookie.isStored, observation.storedCookies.contains(cookie.name), cookie.name,
                "in the web view's store",
                .store)
            require(
                cookie.isSent, observation.sentCookies.contains(cookie.name), cookie.name, "sent to the server",
                .request)
            require(
                cookie.isVisibleToScript, observation.visibleCookies.contains(cookie.name), cookie.name,
                "visible to script", .script)
        }
        let first = observation.firstRequestCookies ?? []
        if let name = firstRequest?.with { require(true, first.contains(name), name, "on the first request", .request) }
        if let name = firstRequest?.without {
            require(false, first.contains(name), name, "on the first request", .request)
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
