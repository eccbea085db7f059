import BridgePrimitives
import Yams

extension FieldType<PageGuard> {
    /// `article`, `recommended`, or `{ preset: …, waits-for-auth: false, … }`.
    static var pageGuard: Self {
        let words = PageGuard.Preset.allCases.map(\.rawValue)
        return FieldType(.wordOrSettings(words, PageGuard.settings.shape)) { node, reader in
            guard case .scalar = node else { return PageGuard.settings.read(node, &reader) }
            return FieldType<PageGuard.Preset>.word.read(node, &reader).map { PageGuard($0) }
        }
    }
}

extension PageGuard {
    static let settings = Settings(
        "guard", startingWith: PageGuard(),
        [
            Field("preset", \.preset, .word, "The version that the other keys depart from."),
            Field(
                "cookie-reader", \.cookieReader, .word,
                "The library that the page reads cookies with; as in the preset unless given."),
            Field(
                "deletes-cookie", \.deletesCookie, .bool,
                "Whether the cookie goes once its token has served; as in the preset unless given."),
            Field(
                "retries", \.retries, .number(0...9),
                "How often a sign-in is tried again that the network has failed; as in the preset unless given."),
            Field("mode", \.mode, .word, "Where the page's router keeps its route."),
            Field(
                "waits-for-auth", \.waitsForAuth, .bool,
                "Whether the guard waits until auth has read its storage; one that does not reads before user scripts at"
                    + " document end. As in the preset unless given."),
        ])
}

extension FieldType<Int> {
    static func number(_ range: ClosedRange<Int>) -> Self {
        FieldType(.number(range), written: \.description) { node, reader in
            guard let number = node.int, range.contains(number) else {
                return reader.refuse(
                    .wrongType, node, "a number from \(range.lowerBound) to \(range.upperBound) was expected here", "")
            }
            return number
        }
    }
}

/// A fault of the auth service, in the words of the control endpoint.
struct FaultDraft: Sendable {
    var endpoint: String?
    var effect: String?
    var times: String?
    var status: Int?
    var message: String?
    var delay: String?
    var skew: String?

    static let settings = Settings(
        "fault", startingWith: FaultDraft(),
        [
            Field("endpoint", \.endpoint, .text, "The endpoint's name, as `signInWithCustomToken`."),
            Field("effect", \.effect, .text, "`status`, `delay`, `drop`, `wrong-audience`, `expired` or `skew`."),
            Field("times", \.times, .text, "`once`, `always`, or how often."),
            Field("status", \.status, .number(100...599), "The status that an effect `status` answers with."),
            Field("message", \.message, .text, "What it says with it."),
            Field("delay", \.delay, .text, "How long an effect `delay` waits."),
            Field("skew", \.skew, .text, "By how much an effect `skew` is off."),
        ])

    var json: JSONValue {
        var object = JSONObject()
        let texts = [
            ("endpoint", endpoint), ("effect", effect), ("times", times), ("message", message), ("delay", delay),
            ("skew", skew),
        ]
        for (key, text) in texts { if let text { object[key] = .string(text) } }
        if let status { object["status"] = .integer(Int64(status)) }
        return .object(object)
    }
}

extension FieldType<JSONValue> {
    static var fault: Self {
        FieldType(.settings(FaultDraft.settings.shape)) { node, reader in
            guard let fault = FaultDraft.settings.read(node, &reader)?.json else { return nil }
            return reader.vocabulary.faultComplaint(fault).map { reader.refuse($0, node) } ?? fault
        }
    }
}
