import BridgePrimitives
import BridgeTrace
import Cookies

/// What another answer to the same question says otherwise, a line each.
struct ExplanationChanges {
    private let explanation: CookieExplanation

    init(_ explanation: CookieExplanation) { self.explanation = explanation }

    func texts(_ answer: CookieAnswer, _ differences: CookieDifferences) -> [String] {
        let before = explanation.answer
        var texts: [String] = []
        for line in differences.lines {
            let (mine, theirs) = (before.decisions[line], answer.decisions[line])
            texts += decision(mine, theirs)
        }
        // Where another decision fell, all that follows from it need not be told as well.
        let isInJar = { (answer: CookieAnswer) in answer.decisions.map(\.isInJar) }
        guard isInJar(before) == isInJar(answer) else { return texts }
        for place in differences.probes {
            let probe = explanation.question.probes[place]
            let change = access(answer.access[place], isScript: probe.access == .script)
            texts.append("\(change)  \(probe.situation) \(probe.url.string)")
        }
        return texts
    }

    private func decision(_ mine: StoreDecision, _ theirs: StoreDecision) -> [String] {
        guard mine.outcome == theirs.outcome else {
            let why = theirs.reasons.isEmpty ? "" : "  " + theirs.reasons.map(\.rawValue).joined(separator: ", ")
            return ["\(theirs.outcome.rawValue)\(why)"]
        }
        var texts: [String] = []
        if let mine = mine.cookie, let theirs = theirs.cookie {
            if mine.name != theirs.name { texts.append("its name is read otherwise") }
            if !mine.value.utf8.elementsEqual(theirs.value.utf8) { texts.append("its value is read otherwise") }
            if mine.expiry != theirs.expiry { texts.append("it ends \(theirs.expiry?.rfc3339 ?? "with the process")") }
            if mine.sameSite != theirs.sameSite {
                texts.append("SameSite is read as \(theirs.sameSite.attribute ?? "not given")")
            }
            if mine.isHostOnly != theirs.isHostOnly || mine.domain != theirs.domain {
                texts.append(theirs.isHostOnly ? "only for exactly \(theirs.domain)" : "for all below \(theirs.domain)")
            }
            if mine.path != theirs.path { texts.append("its path is \(theirs.path)") }
        }
        if mine.reasons != theirs.reasons {
            let codes = theirs.reasons.map(\.rawValue).joined(separator: ", ")
            texts.append(codes.isEmpty ? "\(theirs.outcome.rawValue) without a remark" : codes)
        }
        if texts.isEmpty, mine.further != theirs.further { texts.append("the text holds several cookies") }
        return texts
    }

    private func access(_ theirs: CookieAnswer.Access, isScript: Bool) -> String {
        guard theirs.granted.isEmpty else {
            let names = explanation.question.lines.count > 1 ? " " + CookieLabel.list(theirs.granted.map(\.name)) : ""
            return (isScript ? "visible" : "sent") + names
        }
        let codes = theirs.refused.flatMap(\.reasons).uniqued().map(\.rawValue).joined(separator: ", ")
        return (isScript ? "hidden" : "withheld") + (codes.isEmpty ? "" : "  \(codes)")
    }
}
