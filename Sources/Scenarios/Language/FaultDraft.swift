import BridgePrimitives

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
            Field("times", \.times, .text, "`once` or `always`."),
            Field("status", \.status, .number(400...599), "The status that an effect `status` answers with."),
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
