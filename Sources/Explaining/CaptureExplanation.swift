public import BridgePrimitives
public import BridgeTrace
public import Captures
public import Cookies
public import PageEngines
import Diagnosis

/// What a recording shows beside the model: where they differ, which cookie was lost and why, whose token each cookie is.
public struct CaptureExplanation: Sendable {
    /// The finding that matters.
    public let cause: RootCause
    /// The others, in the order of their weight.
    public let findings: [Finding]
    /// As the model's trace has them, with the cookies that the recording has.
    public let events: [TraceEvent]
    public let differences: [EngineDifference]
    let tokens: [RecordedToken]
    let refreshTokens: [SeenBodyToken]
    let capture: Capture
    let numbers: [Int]
    let profile: String
    let masking: Masking

    /// - Parameters:
    ///   - profile: of the engine that is taken to have been recorded.
    ///   - cookieName: the cookie that hands the session over.
    ///   - masking: learns the recording's secrets before anything is told.
    ///   - actor: who made the requests: a web view, or an app with a store of its own.
    ///   - isPart: whether others made requests too, so that one who had no cookie is told from a recording that lacks them.
    ///   - others: their requests: whoever got a cookie or a token of theirs has it from there.
    ///   - apps: those of them that apps of a web view's device made.
    public init(
        _ capture: Capture, profile: CookieProfile, cookieName: String, masking: Masking,
        actor: TraceActor = .webView, isPart: Bool = false, others: [CapturedExchange] = [],
        apps: [CapturedExchange] = []
    ) {
        let visit = CapturedVisit(capture, by: actor)
        let comparison = EngineComparison(visit.replay, profile: profile, masking: masking)
        differences = Self.differing(comparison, visit.exchanges)
        var facts = RecordedFacts(capture, visit, differences, others: others, masking: masking)
        (facts.isPart, facts.isApps) = (isPart, actor == .app)
        if isPart { facts.leftOut = nil }
        let bodyTokens = SeenBodyToken.all(in: visit.exchanges, masking)
        refreshTokens = bodyTokens.filter { $0.event.form == .refreshToken }
        events = visit.events(
            comparison.events, by: actor, bodyTokens,
            left: visit.leftInApp(apps, cookieName: cookieName, masking), masking)
        let found = HandoffDiagnosis(
            cookieName: cookieName, appHost: "", nativeUserID: nil, pageStart: events.first?.sequence
        ).findings(ofRecording: events, facts)
        (cause, findings, tokens) = (RootCause(found.cause), found.others, facts.tokens)
        (self.capture, self.profile, self.masking) = (capture, profile.name, masking)
        numbers = visit.exchanges.map(\.number)
    }

    /// Whether nothing of it has a cookie or a credential.
    package var hasNoCredentials: Bool { capture.hasNoCredentials }

    /// Whether its finding accuses nobody.
    package var isCalm: Bool {
        [CaptureFindingReason.asModelled, .cookieNeverSeen, .cookieFromElsewhere].contains { $0.code == cause.code }
    }

    /// Without those in order alone: it is that of creation, and when a script wrote no recording tells. Nor is anything
    /// missing where a script need not have sent any cookie.
    private static func differing(
        _ comparison: EngineComparison, _ exchanges: [CapturedExchange]
    ) -> [EngineDifference] {
        let known = Set(
            comparison.events.compactMap { event -> Int? in
                // A value that no cookie of the model has is without a domain.
                guard case .request(let request) = event.kind else { return nil }
                return request.sent.allSatisfy { !$0.domain.isEmpty } ? request.hop : nil
            })
        return comparison.differences.filter { difference in
            let index = difference.hop - 1
            let mayOmit =
                difference.sent.isEmpty && exchanges.indices.contains(index) && exchanges[index].mayOmitCredentials
            return !mayOmit
                && !(known.contains(difference.hop) && difference.sent.sorted() == difference.expected.sorted())
        }
    }

    /// One object: the finding that matters, the others, each request, tokens, and what is wrong with the file.
    public var json: JSONValue {
        let differing = Dictionary(differences.map { ($0.hop, $0) }) { first, _ in first }
        var requests: [JSONValue] = []
        for event in events {
            guard case .request(let request) = event.kind else { continue }
            var row = JSONObject([
                ("hop", .integer(Int64(request.hop))), ("method", .string(request.method)),
                ("url", .string(request.url.text)), ("agrees", .bool(differing[request.hop] == nil)),
                ("sent", .array(request.sent.map { .string($0.name) })),
            ])
            if numbers.indices.contains(request.hop - 1) {
                row["entry"] = .integer(Int64(numbers[request.hop - 1]))
            }
            if let difference = differing[request.hop] {
                row["expected"] = .array(difference.expected.map { .string($0) })
            }
            row["withheld"] = .array(
                request.withheld.map {
                    ["name": .string($0.name), "reasons": .codes($0.reasons)]
                })
            requests.append(.object(row))
        }
        return [
            "producer": .string(masking.text(capture.producer).text), "profile": .string(profile),
            "finding": .object(cause.json), "findings": .array(findings.map(\.json)), "requests": .array(requests),
            "differences": .array(differences.map(\.json)),
            "tokens": .array(tokens.map { $0.json(masking) } + refreshTokens.map(\.json)),
            "defects": .array(capture.defects.map { .string($0.description) }),
            "events": .array(events.map(\.json)),
        ]
    }
}
