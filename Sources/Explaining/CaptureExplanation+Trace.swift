import BridgePrimitives
public import BridgeTrace
import Captures
import Tokens

extension CaptureExplanation {
    /// The recording as a trace: what the model says of each of its requests, with the finding that matters as
    /// root cause where something is wrong.
    /// A recording tells no verdict.
    ///
    /// - Parameters:
    ///   - name: of the trace; the file's, say.
    ///   - cookie: the name of the cookie that hands the session over.
    ///   - id: among those of its file.
    public func recording(named name: String, cookie: String, id: String = "1") -> RecordedTrace {
        var head = TraceHead(id: id, name: masking.text(name).text)
        (head.cookie, head.profile) = (handoffCookie(cookie), profile)
        (head.started, head.producer) = (events.first?.at, masking.text(capture.producer).text)
        head.seenFrom = .network
        head.showsSecrets = masking.showsSecrets
        var outcome = TraceOutcome()
        // That all is as the model has it is no failure's cause.
        outcome.rootCause = cause.code == CaptureFindingReason.asModelled.code ? nil : cause
        outcome.findings = findings
        return withWhatFollows(RecordedTrace(head: head, events: events, outcome: outcome))
    }

    /// The cookie that was asked for, or, where the recording has none of that name, the one that has a custom token.
    private func handoffCookie(_ name: String) -> String {
        let isThere = events.contains { event in
            switch event.kind {
            case .request(let request): (request.sent + request.withheld).contains { $0.name == name }
            case .cookieWrite(let write): write.name == name
            default: false
            }
        }
        return isThere ? name : tokens.first { $0.inspected.kind == .customToken }?.cookie ?? name
    }

    /// With the tokens of bodies, behind the request or the answer that had them, and the page's sign-in, behind the answer
    /// that accepted its token.
    private func withWhatFollows(_ trace: RecordedTrace) -> RecordedTrace {
        let tokens = bodyTokens + refreshTokens
        guard !tokens.isEmpty || !signIns.isEmpty else { return trace }
        var all: [TraceEvent] = []
        var places: [Int: Int] = [:]
        for event in trace.events {
            places[event.sequence] = all.count
            all.append(event.numbered(all.count))
            func add(_ kind: TraceEvent.Kind, by actor: TraceActor) {
                all.append(
                    TraceEvent(sequence: all.count, at: event.at, elapsed: event.elapsed, actor: actor, kind: kind))
            }
            for token in tokens where token.follows(event) { add(.token(token.event), by: token.actor) }
            if case .response(let response) = event.kind, signIns.contains(response.hop) {
                add(
                    .account(AccountEvent(.signedIn, uid: nil, provider: "custom")),
                    by: event.actor == .app ? .app : .page)
            }
        }
        var outcome = trace.outcome ?? TraceOutcome()
        outcome.rootCause = outcome.rootCause.map { cause in
            RootCause(
                code: cause.code, message: cause.message, fix: cause.fix,
                evidence: cause.evidence.flatMap { places[$0] })
        }
        outcome.findings = outcome.findings.map { finding in
            Finding(
                code: finding.code, message: finding.message, fix: finding.fix,
                evidence: finding.evidence.compactMap { places[$0] })
        }
        return RecordedTrace(head: trace.head, events: all, outcome: outcome)
    }
}

extension TraceEvent {
    fileprivate func numbered(_ sequence: Int) -> TraceEvent {
        TraceEvent(sequence: sequence, at: at, elapsed: elapsed, actor: actor, kind: kind)
    }
}
