import BridgePrimitives

/// A fault of a service, in the words of the control endpoint.
struct FaultDraft: Sendable {
    var service: String?
    var endpoint: String?
    var path: String?
    var method: String?
    var effect: String?
    var times: String?
    var after: Int?
    var status: Int?
    var message: String?
    var retryAfter: Int?
    var header: String?
    var value: String?
    var body: String?
    var to: String?
    var delay: String?
    var skew: String?

    static let settings = Settings("fault", startingWith: FaultDraft(), choice + effects)

    /// Which requests it is for, and how many of them.
    private static let choice: [Field<FaultDraft>] = [
        Field<FaultDraft>("service", \.service, .text, "`auth`, `backend`, `web` or `provider`; `auth` unless given."),
        Field<FaultDraft>(
            "endpoint", \.endpoint, .text, "The auth service's endpoint by its name, as `signInWithCustomToken`."),
        Field<FaultDraft>("path", \.path, .text, "The paths of another service, as `/auth/*`; all unless given."),
        Field<FaultDraft>("method", \.method, .text, "Only requests by this method."),
        Field<FaultDraft>("times", \.times, .text, "`once`, `always` or how often."),
        Field<FaultDraft>(
            "after", \.after, .number(0...1_000_000), "How many requests pass before the first that it meets."),
    ]

    private static let effectNames = """
        `status`, `delay`, `drop`, `hang` (no answer until the client gives up), `truncated`, `cache-control`, `header`, \
        `body`, `redirect`, `replay` (the first answer for everybody), and of the auth service `wrong-audience` and \
        `expired`; `skew` of all but providers.
        """

    /// What happens to them.
    private static let effects: [Field<FaultDraft>] = [
        Field<FaultDraft>("effect", \.effect, .text, effectNames),
        Field<FaultDraft>("status", \.status, .number(400...599), "The status that an effect `status` answers with."),
        Field<FaultDraft>("message", \.message, .text, "What it says with it."),
        Field<FaultDraft>("retry-after", \.retryAfter, .number(0...86_400), "Seconds in its `Retry-After`."),
        Field<FaultDraft>("header", \.header, .text, "The field that an effect `header` changes."),
        Field<FaultDraft>(
            "value", \.value, .text, "The value of `header` or `cache-control`; a header without one is taken away."),
        Field<FaultDraft>(
            "body", \.body, .text, "What an effect `body` puts there: `empty`, `not-json` or `captive-portal`."),
        Field<FaultDraft>(
            "to", \.to, .text, "Where an effect `redirect` leads: `itself`, `other-host`, a path or an address."),
        Field<FaultDraft>("delay", \.delay, .text, "How long an effect `delay` waits."),
        Field<FaultDraft>("skew", \.skew, .text, "By how much an effect `skew` is off."),
    ]

    var json: JSONValue {
        var object = JSONObject()
        let texts: [(String, String?)] = [
            ("service", service), ("endpoint", endpoint), ("path", path), ("method", method), ("effect", effect),
            ("times", times), ("message", message), ("header", header), ("value", value), ("body", body), ("to", to),
            ("delay", delay), ("skew", skew),
        ]
        for (key, text) in texts { if let text { object[key] = .string(text) } }
        let numbers: [(String, Int?)] = [("status", status), ("retry-after", retryAfter), ("after", after)]
        for (key, number) in numbers {
            if let number { object[key] = .integer(Int64(number)) }
        }
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
