package import BridgePrimitives
package import BridgeTrace
import Captures
import Cookies
import PageEngines
import Proxying
import Scenarios
import TraceReports

/// What a recording tells, for people and for scripts: a line a request, and below it only what there is to do.
package enum RecordingText: Sendable {
    // MARK: - For people

    package static func lines(for news: RecordingNews, _ masking: Masking) -> [String] {
        switch news {
        case .client(let client):
            let guessed = client.device.isProfileGuessed ? ", a guess" : ""
            return [
                "#\(client.number) is \(name(client, masking)) at \(client.address)  (profile \(client.profile)\(guessed))"
            ]
        case .problem(let problem):
            let who = problem.client.map { "#\($0.number)  " } ?? ""
            let what = problem.host.isEmpty ? problem.address : problem.host
            return ["! \(who)\(what)  \(problem.reason.rawValue): \(problem.reason.meaning)", "  → \(problem.advice)"]
        case .request(let request): return lines(for: request)
        }
    }

    private static func name(_ client: RecordedClient, _ masking: Masking) -> String {
        masking.text(client.device.text).text
    }

    private static func lines(for request: RecordedRequest) -> [String] {
        var head =
            "\(time(request.at))  #\(request.client.number)\(request.number.map { ".\($0)" } ?? "")  \(title(of: request))  →  "
        switch request.way {
        case .unread where request.reasons == [.passedUnread]: head += "unread"
        case .unread, .refused, .page, .read:
            head += request.status.map { "\($0)" } ?? codes(request.reasons.map(\.code))
            if request.status != nil { head += "  \(request.elapsed.wholeMilliseconds) ms" }
        }
        if !request.sent.isEmpty { head += "  sent \(request.sent.map(pair).joined(separator: "; "))" }
        let kept = request.writes.filter { [.stored, .replaced].contains($0.outcome) }
        if !kept.isEmpty {
            head += "  set " + kept.map { "\(CookieLabel.text($0.name))=\($0.value)" }.joined(separator: "; ")
        }
        let gone = request.writes.filter { $0.outcome == .deleted }
        if !gone.isEmpty { head += "  deleted \(gone.map { CookieLabel.text($0.name) }.joined(separator: ", "))" }
        return [head] + details(of: request)
    }

    /// What could not be read has no method, and behind no `CONNECT` no URL either.
    private static func title(of request: RecordedRequest) -> String {
        guard request.method.isEmpty else { return "\(request.method) \(request.url)" }
        return "an unreadable request" + (request.url.text.isEmpty ? "" : " to \(request.url)")
    }

    private static func details(of request: RecordedRequest) -> [String] {
        var lines = request.missing.flatMap { row("missing", $0.name, $0.reasons) }
        lines += request.unexplained.flatMap { row("odd", $0.name, $0.reasons) }
        lines += request.inOtherStore.flatMap { row("elsewhere", $0.name, $0.reasons) }
        lines += request.withheld.flatMap { row("withheld", "\($0.name) (\($0.domain)\($0.path))", $0.reasons) }
        lines += request.writes.filter { $0.outcome == .rejected || $0.outcome == .ignored && !$0.reasons.isEmpty }
            .flatMap { row($0.outcome.rawValue, $0.name, $0.reasons) }
        if !request.elsewhere.isEmpty {
            let names = CookieLabel.list(request.elsewhere)
            lines.append("            unknown   \(names): set before the recording, or by a script")
        }
        return lines
    }

    /// With the meaning and the fix of the first reason.
    private static func row(_ title: String, _ name: String, _ reasons: [ReasonCode]) -> [String] {
        let head = "            \(title)\(String(repeating: " ", count: max(1, 10 - title.count)))"
        // That the model would have sent a cookie is nothing to look up; why it may have been left out is.
        let entry = reasons.lazy.compactMap { ReasonCatalogue.all[$0] }.first { !$0.fix.isEmpty }
        let isHTTPOnly = reasons.contains(ScriptReason.httpOnly.code)
        let fix = entry.map { SendReason(rawValue: $0.code.rawValue)?.fix(isHTTPOnly: isHTTPOnly) ?? $0.fix }
        return ["\(head)\(CookieLabel.text(name))  \(codes(reasons))" + (fix.map { " → \($0)" } ?? "")]
    }

    private static func pair(_ cookie: CookieMention) -> String { "\(CookieLabel.text(cookie.name))=\(cookie.value)" }

    private static func codes(_ codes: [ReasonCode]) -> String {
        codes.isEmpty ? "no answer" : codes.map(\.rawValue).joined(separator: ", ")
    }

    /// The time of day, UTC.
    private static func time(_ instant: Instant) -> Substring { instant.rfc3339.dropFirst(11).prefix(8) }

    /// What it has come to.
    package static func lines(for outcome: RecordingOutcome) -> [String] {
        var lines: [String] = []
        for each in outcome.clients {
            let count = "\(each.requests) request\(each.requests == 1 ? "" : "s")"
            let hosts = "\(each.hosts.count) host\(each.hosts.count == 1 ? "" : "s")"
            lines.append("#\(each.client.number)  \(each.trace.head.name): \(count) to \(hosts)")
            if let cause = each.cause {
                lines += RootCauseText.lines(cause)
            } else if each.read > 0 {
                lines.append("        Nothing that was read had a cookie or a token.")
            }
            lines += CookieFlowText.lines(for: each.findings).map { "        " + $0 }
        }
        if outcome.clients.allSatisfy({ $0.read == 0 }) { lines.append("Nothing was read.") }
        let hidden = outcome.problems.filter { Self.hides.contains($0.reason.rawValue) }
        if !hidden.isEmpty {
            lines.append("Hidden from this recording")
            lines += hidden.map { "    \($0.host)  \($0.reason.rawValue) → \($0.advice)" }
        }
        if outcome.turnedAway > 0 { lines.append("\(outcome.turnedAway) connections were not taken on.") }
        return lines
    }

    private static let hides: Set<String> = Set(
        [.authorityNotTrusted, .certificatePinned, .passedUnread, .http3Offered, .handshakeFailed].map {
            (reason: ProxyReason) in reason.rawValue
        })

    // MARK: - For scripts

    /// One object a line, `event` first.
    package static func json(_ news: RecordingNews, _ masking: Masking) -> JSONValue {
        switch news {
        case .client(let client):
            return [
                "event": "client", "number": .integer(Int64(client.number)), "address": .string(client.address),
                "device": .string(name(client, masking)), "kind": .string(client.device.kind.rawValue),
                "profile": .string(client.profile), "guessed": .bool(client.device.isProfileGuessed),
            ]
        case .problem(let problem):
            var object = JSONObject([("event", "problem")])
            for (name, value) in problem.json.objectValue ?? JSONObject() { object[name] = value }
            return .object(object)
        case .request(let request): return json(request)
        }
    }

    private static func json(_ request: RecordedRequest) -> JSONValue {
        func rows(_ rows: [(String, [ReasonCode])]) -> JSONValue {
            .array(rows.map { ["name": .string($0.0), "reasons": .array($0.1.map { .string($0.rawValue) })] })
        }
        var object = JSONObject([
            ("event", "request"), ("client", .integer(Int64(request.client.number))),
            ("number", request.number.map { .integer(Int64($0)) } ?? .null),
            ("at", .string(request.at.rfc3339)),
            ("method", .string(request.method)), ("url", .string(request.url.text)),
            ("read", .bool(request.way == .read)),
        ])
        object["status"] = request.status.map { .integer(Int64($0)) }
        object["milliseconds"] = .integer(request.elapsed.wholeMilliseconds)
        object["sent"] = .array(
            request.sent.map { ["name": .string($0.name), "value": .string($0.value.text)] })
        object["set"] = .array(
            request.writes.map {
                [
                    "name": .string($0.name), "value": .string($0.value.text), "attributes": .string($0.attributes),
                    "outcome": .string($0.outcome.rawValue), "reasons": .codes($0.reasons),
                ]
            })
        object["withheld"] = rows(request.withheld.map { ($0.name, $0.reasons) })
        object["missing"] = rows(request.missing.map { ($0.name, $0.reasons) })
        object["unexplained"] = rows(request.unexplained.map { ($0.name, $0.reasons) })
        object["in_other_store"] = rows(request.inOtherStore.map { ($0.name, $0.reasons) })
        object["unknown"] = .array(request.elsewhere.map { .string($0) })
        object["reasons"] = .array(request.reasons.map { .string($0.rawValue) })
        return .object(object)
    }
}
