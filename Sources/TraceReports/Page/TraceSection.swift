import BridgePrimitives
import BridgeTrace

/// One trace of an HTML report.
struct TraceSection {
    private let trace: RecordedTrace
    private let anchor: String
    private let reasons: ReasonCatalogue
    private let cookie: String?
    /// What stands behind the cause.
    private let aside: Markup

    init(_ trace: RecordedTrace, anchor: String, reasons: ReasonCatalogue, aside: Markup = "") {
        (self.trace, self.anchor, self.reasons, self.aside) = (trace, anchor, reasons, aside)
        cookie = trace.head.cookie.flatMap { $0.isEmpty ? nil : $0 }
    }

    var markup: Markup {
        """
        \(facts)\(cause)\(aside)\(findings)\(timeline)\(requests)\(exposure)\(events)
        """
    }

    // MARK: - How it came out

    private var facts: Markup {
        let head = trace.head
        let rows: [(String, String?)] = [
            ("verdict", trace.outcome?.verdict?.rawValue), ("wanted", head.expected?.rawValue),
            ("user", trace.outcome?.uid), ("profile", head.profile), ("engine", head.engine),
            ("cookie", head.cookie), ("project", head.project), ("scenario", head.source),
            ("began", head.started?.rfc3339), ("written by", head.producer),
        ]
        let known = rows.compactMap { name, value in value.map { "<div><dt>\(name)</dt><dd>\($0)</dd></div>" as Markup }
        }
        return known.isEmpty ? "" : "<dl>\(known)</dl>"
    }

    private var cause: Markup {
        guard let cause = trace.outcome?.rootCause else { return "" }
        let next = cause.consequences.map { "<li>\(link($0.sequence)) <code>\($0.code.rawValue)</code></li>" as Markup }
        let followed: Markup = next.isEmpty ? "" : "<p>What followed from it:</p><ul>\(next)</ul>"
        return """
            <div class="cause"><h3>Root cause</h3><p><strong>\(cause.message)</strong></p>
            \(fix(cause.fix))<p><code>\(cause.code.rawValue)</code> \(cause.evidence.map { link($0) } ?? "")</p>
            \(followed)</div>
            """
    }

    private var findings: Markup {
        guard let found = trace.outcome?.findings, !found.isEmpty else { return "" }
        let rows = found.map { finding -> Markup in
            let evidence = Markup(finding.evidence.prefix(6).map { link($0) }, separator: " ")
            return "<li>\(finding.message) <code>\(finding.code.rawValue)</code> \(evidence)\(fix(finding.fix))</li>"
        }
        return "<h3>Findings</h3><ul class=\"findings\">\(rows)</ul>"
    }

    private func fix(_ text: String) -> Markup { text.isEmpty ? "" : "<p class=\"fix\">→ \(text)</p>" }

    // MARK: - The cookie

    private var timeline: Markup {
        guard let cookie else { return "" }
        let rows = CookieTimeline(of: cookie, in: trace.events).rows
        guard !rows.isEmpty else {
            return "<h3>The way of \(cookie)</h3><p>No event of this trace has that cookie.</p>"
        }
        let cells = rows.map { row -> Markup in
            """
            <tr><td>\(time(row.event))</td><td>\(mark(row.isGood)) \(row.stage.rawValue)</td>\
            <td>\(row.text)\(codes(row.reasons, hasFixes: row.isGood == false))</td></tr>
            """
        }
        return table("The way of \(cookie)", ["time", "where", "what happened"], cells)
    }

    private var requests: Markup {
        var answers: [Int: ResponseEvent] = [:]
        var writes: [Int: [CookieWriteEvent]] = [:]
        for event in trace.events {
            switch event.kind {
            case .response(let it): answers[it.hop] = it
            case .cookieWrite(let it): if let hop = it.hop { writes[hop, default: []].append(it) }
            default: continue
            }
        }
        let rows = trace.events.compactMap { event -> Markup? in
            guard case .request(let it) = event.kind else { return nil }
            let status = answers[it.hop]?.status.map(String.init) ?? "none"
            let set =
                writes[it.hop, default: []].map { write in
                    let name = CookieLabel.text(write.name)
                    return "<li>\(mark(write.isInStore)) \(name) \(write.outcome.rawValue)\(codes(write.reasons))</li>"
                } as [Markup]
            return """
                <tr><td>\(time(event))</td><td>\(event.actor.rawValue)</td>\
                <td>\(it.method) \(it.url.text)\(codes(it.notes))</td>\
                <td>\(status)</td><td><ul>\(cookies(of: it))</ul></td><td><ul>\(set)</ul></td></tr>
                """
        }
        return table("Requests", ["time", "by", "request", "answer", "cookies", "Set-Cookie"], rows)
    }

    private func cookies(of request: RequestEvent) -> [Markup] {
        request.sent.map { "<li>\(mark(true)) \(CookieLabel.text($0.name)) sent\(codes($0.reasons))</li>" }
            + request.withheld.map {
                "<li>\(mark(false)) \(CookieLabel.text($0.name)) not sent\(codes($0.reasons, hasFixes: true))</li>"
            }
    }

    // MARK: - Secrets and events

    private var exposure: Markup {
        let report = ExposureReport(trace)
        guard !report.secrets.isEmpty else { return "" }
        let rows = report.secrets.flatMap { secret in
            secret.sightings.map { seen -> Markup in
                let span = seen.first == seen.last ? "once" : (seen.last - seen.first).worldText
                return """
                    <tr><td><code>\(secret.value)</code></td><td>\(seen.place) \(seen.channel.meaning)</td>\
                    <td>\(seen.first.rfc3339)</td><td>\(span)</td></tr>
                    """
            }
        }
        return "<details><summary>Who saw which secret</summary>"
            + table(nil, ["secret", "who", "first", "for"], rows) + "</details>"
    }

    private var events: Markup {
        let rows = trace.events.map { event -> Markup in
            """
            <tr id="\(anchor)-\(event.sequence)"><td>\(event.sequence)</td><td>\(event.at.rfc3339)</td>\
            <td>\(event.actor.rawValue)</td><td>\(EventSentence.text(event))</td></tr>
            """
        }
        return "<details><summary>All \(trace.events.count) events</summary>"
            + table(nil, ["#", "time", "by", "event"], rows) + "</details>"
    }

    // MARK: - Parts

    private func table(_ title: String?, _ columns: [String], _ rows: [Markup]) -> Markup {
        guard !rows.isEmpty else { return "" }
        let heading: Markup = title.map { "<h3>\($0)</h3>" } ?? ""
        let head = columns.map { "<th scope=\"col\">\($0)</th>" as Markup }
        return """
            \(heading)<div class="wide" tabindex="0" role="region" aria-label="\(title ?? columns.joined(separator: ", "))">
            <table><thead><tr>\(head)</tr></thead><tbody>
            \(rows)</tbody></table></div>

            """
    }

    private func mark(_ isGood: Bool?) -> Markup {
        switch isGood {
        case true?: "<span class=\"good\">✓</span>"
        case false?: "<span class=\"bad\">✗</span>"
        case nil: "<span class=\"dim\">·</span>"
        }
    }

    private func codes(_ codes: [ReasonCode], hasFixes: Bool = false) -> Markup {
        Markup(
            codes.uniqued().map { code -> Markup in
                let fix = hasFixes ? fix(reasons[code]?.fix ?? "") : ""
                return " <code title=\"\(reasons[code]?.meaning ?? "")\">\(code.rawValue)</code>\(fix)"
            })
    }

    /// The time of day; the date, which all but long stories have in common, is shown on asking.
    private func time(_ event: TraceEvent) -> Markup {
        let whole = event.at.rfc3339
        return "\(link(event.sequence)) <time title=\"\(whole)\">\(String(whole.dropFirst(11)))</time>"
    }

    private func link(_ sequence: Int) -> Markup { "<a href=\"#\(anchor)-\(sequence)\">#\(sequence)</a>" }
}
