import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores

extension CookieExplanation {
    /// One object: the decisions, what was asked, what the answer rests on, and the engines that answer otherwise.
    func json(edge: EdgeProfile = .direct, masking: Masking) -> JSONValue {
        let show: (String) -> String = { masking.secret($0).text }
        let changes = ExplanationChanges(self)
        var object = JSONObject([
            ("profile", .string(profile.name)), ("url", .string(question.url.string)),
            ("writer", .string(question.writer.rawValue)),
            (
                "decisions",
                .array(answer.decisions.flatMap { [$0] + $0.further }.map { $0.json(value: show) })
            ),
            (
                "access", .array(zip(question.probes, answer.access).map { Self.json($0, $1, edge: edge) })
            ),
        ])
        object["rests_on"] = .array(
            reliances.map { reliance in
                [
                    "knob": .string(reliance.row.knob), "value": .string(reliance.row.value),
                    "confidence": .string(reliance.row.confidence.rawValue), "source": .string(reliance.row.source),
                    "alternatives": .array(
                        reliance.alternatives.map { alternative in
                            [
                                "value": .string(alternative.value),
                                "changes": .array(
                                    changes.texts(alternative.answer, alternative.differences).map { .string($0) }),
                            ]
                        }),
                ]
            })
        object["other_engines"] = .array(
            otherEngines.map { engine in
                [
                    "profile": .string(engine.profile.name),
                    "changes": .array(changes.texts(engine.answer, engine.differences).map { .string($0) }),
                ]
            })
        return .object(object)
    }

    private static func json(_ probe: CookieProbe, _ access: CookieAnswer.Access, edge: EdgeProfile) -> JSONValue {
        let isRequest = probe.access == .request
        var object = JSONObject([("situation", .string(probe.situation)), ("url", .string(probe.url.string))])
        if isRequest { object["method"] = .string(probe.method) }
        object[isRequest ? "sent" : "visible"] = .array(access.granted.map { .string($0.name) })
        object[isRequest ? "withheld" : "hidden"] = .array(
            access.refused.map { ["name": .string($0.cookie.name), "reasons": .codes($0.reasons)] })
        let dropped = access.granted.filter { !edge.reasons(againstCookieNamed: $0.name).isEmpty }
        if isRequest, !dropped.isEmpty {
            object["not_forwarded"] = .array(
                dropped.map {
                    ["name": .string($0.name), "reasons": .codes(edge.reasons(againstCookieNamed: $0.name))]
                })
        }
        return .object(object)
    }
}
