import BridgePrimitives
import BridgeTrace
import Cookies

/// A cookie's explanation in words: what was stored and how it was read, who gets it, why not, and how sure that is.
struct ExplanationText: Sendable {
    private let explanation: CookieExplanation
    private let edge: EdgeProfile
    private let masking: Masking

    init(_ explanation: CookieExplanation, edge: EdgeProfile = .direct, masking: Masking) {
        (self.explanation, self.edge, self.masking) = (explanation, edge, masking)
    }

    /// One paragraph after the other, a blank line between them.
    var lines: [String] {
        let paragraphs = [folded, decisions, access, why, uncertainties, otherEngines]
        return Array(paragraphs.filter { !$0.isEmpty }.joined(separator: [""]))
    }

    /// Lines with more than one cookie, of which engines read the first one and take the rest for its attributes.
    private var folded: [String] {
        guard explanation.question.writer != .script else { return [] }
        return explanation.question.lines.flatMap { line -> [String] in
            let parts = FoldedSetCookie.parts(line)
            guard parts.count > 1 else { return [] }
            let names = parts.map { CookieLabel.text(String($0.prefix { $0 != "=" })) }
            return [
                "This line has \(parts.count) cookies, folded at a comma: \(names.joined(separator: " and ")). Engines read one"
                    + " cookie a field, so only \(names[0]) is set. Send a Set-Cookie field of its own for each."
            ]
        }
    }

    // MARK: What became of each line

    private var decisions: [String] {
        let door = explanation.question.writer == .script ? "document.cookie of a page at" : "Set-Cookie from"
        let head = "\(door) \(explanation.question.url.string), as \(explanation.profile.name) reads it"
        return [head] + explanation.answer.decisions.flatMap { [$0] + $0.further }.flatMap { describe($0) }
    }

    private func describe(_ decision: StoreDecision) -> [String] {
        guard let cookie = decision.cookie else {
            return [row(decision.outcome.rawValue, "\(name(decision.name))  \(codes(decision.reasons))")]
        }
        let value = cookie.value.isEmpty ? "an empty value" : masking.secret(cookie.value).text
        let why = decision.reasons.isEmpty ? "" : "  \(codes(decision.reasons))"
        var lines = [row(decision.outcome.rawValue, "\(name(cookie.name)) = \(value)\(why)")]
        guard decision.isInJar else { return lines }
        let host = cookie.isHostOnly ? "exactly \(cookie.domain)" : "\(cookie.domain) and the hosts below it"
        lines.append(row("  hosts", host))
        lines.append(row("  path", cookie.path == "/" ? "/, that is all" : "\(cookie.path) and below"))
        lines.append(row("  ends", end(of: cookie)))
        var flags = [cookie.isSecure ? "Secure" : "not Secure", cookie.isHTTPOnly ? "HttpOnly" : "not HttpOnly"]
        flags.append(cookie.sameSite.attribute.map { "SameSite=\($0)" } ?? "SameSite not given")
        if cookie.isPartitioned { flags.append("Partitioned") }
        lines.append(row("  flags", flags.joined(separator: ", ")))
        lines += decision.evicted.map { row("evicted", name($0.name)) }
        return lines
    }

    private func end(of cookie: Cookie) -> String {
        guard let expiry = cookie.expiry else { return "with the app's process: it is not persistent" }
        let left = expiry - explanation.question.setAt
        guard left > .zero else { return "at once: it has expired" }
        return "\(expiry.rfc3339), \(left.spoken) from now"
    }

    // MARK: Who gets it

    private var access: [String] {
        guard !explanation.answer.decisions.allSatisfy({ !$0.isInJar && $0.outcome != .deleted }) else { return [] }
        return zip(explanation.question.probes, explanation.answer.access).flatMap { probe, access in
            lines(for: probe, access)
        }
    }

    private func lines(for probe: CookieProbe, _ access: CookieAnswer.Access) -> [String] {
        let (yes, no) = probe.access == .request ? ("sent", "withheld") : ("visible", "hidden")
        let place = "\(probe.situation) \(probe.access == .request ? "\(probe.method) " : "")\(probe.url.string)"
        let granted = access.granted.map { name($0.name) }
        var lines = granted.isEmpty ? [] : [row(yes, place) + only(granted)]
        if probe.access == .request {
            lines += access.granted.compactMap { cookie in
                let reasons = edge.reasons(againstCookieNamed: cookie.name)
                guard !reasons.isEmpty else { return nil }
                return row("dropped", "\(name(cookie.name)) by \(edge.name)  \(codes(reasons))")
            }
        }
        lines += access.refused.map { refused in
            row(no, place) + only([name(refused.cookie.name)]) + "  \(codes(refused.reasons))"
        }
        return lines.isEmpty ? [row(no, place)] : lines
    }

    /// The cookies' names, where there is more than one cookie to be told apart.
    private func only(_ names: [String]) -> String {
        explanation.question.lines.count > 1 ? "  [\(CookieLabel.list(names))]" : ""
    }

    // MARK: Why

    /// Each code once, with what it means and how to fix it.
    private var why: [String] {
        let answer = explanation.answer
        let dropped = answer.access.flatMap(\.granted).flatMap { edge.reasons(againstCookieNamed: $0.name) }
        let all =
            answer.decisions.flatMap { [$0] + $0.further }.flatMap { $0.reasons.map(\.code) }
            + answer.access.flatMap { $0.refused.flatMap(\.reasons) } + dropped.map(\.code)
        let entries = all.uniqued().compactMap { ReasonCatalogue.all[$0] }
        guard !entries.isEmpty else { return [] }
        return ["Why"]
            + entries.flatMap { entry in
                let devTools = entry.devToolsName.map { "  (DevTools: \($0))" } ?? ""
                let fix = entry.fix.isEmpty ? "" : " → \(entry.fix)"
                return ["    \(entry.code)\(devTools)", "        \(entry.meaning)\(fix)"]
            }
    }

    // MARK: How sure, and elsewhere

    private var uncertainties: [String] {
        guard !explanation.reliances.isEmpty else { return [] }
        return ["Not certain: this rests on what \(explanation.profile.name) is only said or thought to do"]
            + explanation.reliances.flatMap { reliance in
                let row = reliance.row
                return ["    \(row.knob) = \(row.value)  \(row.confidence.rawValue): \(row.source)"]
                    + reliance.alternatives.flatMap { alternative in
                        listing(
                            changes(alternative.answer, alternative.differences),
                            under: "if it is \(alternative.value)",
                            indent: "        ")
                    }
            }
    }

    /// Engines that say the same stand together.
    private var otherEngines: [String] {
        guard !explanation.otherEngines.isEmpty else { return [] }
        var groups: [(engines: [String], changes: [String])] = []
        for engine in explanation.otherEngines {
            let changes = changes(engine.answer, engine.differences)
            guard !changes.isEmpty else { continue }
            if let group = groups.firstIndex(where: { $0.changes == changes }) {
                groups[group].engines.append(engine.profile.name)
            } else {
                groups.append(([engine.profile.name], changes))
            }
        }
        return groups.isEmpty
            ? []
            : ["Other engines"]
                + groups.flatMap { listing($0.changes, under: $0.engines.joined(separator: ", "), indent: "    ") }
    }

    private func changes(_ answer: CookieAnswer, _ differences: CookieDifferences) -> [String] {
        ExplanationChanges(explanation).texts(answer, differences)
    }

    private func listing(_ texts: [String], under title: String, indent: String) -> [String] {
        ["\(indent)\(title)"] + texts.map { "\(indent)    \($0)" }
    }

    // MARK: Pieces

    private func name(_ name: String) -> String { CookieLabel.list([name]) }

    private func codes(_ reasons: [some Reason]) -> String { codes(reasons.map(\.code)) }

    private func codes(_ codes: [ReasonCode]) -> String { codes.map(\.rawValue).joined(separator: ", ") }

    private func row(_ title: String, _ text: String) -> String {
        "    \(title.padded(to: 8))  \(text)"
    }
}

extension Duration {
    /// `400 days`, `1 hour`: the two largest units are not told apart, a reader wants the size.
    fileprivate var spoken: String {
        let seconds = wholeMilliseconds / 1000
        for (unit, size) in [("day", Int64(86_400)), ("hour", 3600), ("minute", 60)] where seconds >= size {
            let count = seconds / size
            return "\(count) \(unit)\(count == 1 ? "" : "s")"
        }
        return "\(seconds) second\(seconds == 1 ? "" : "s")"
    }
}
