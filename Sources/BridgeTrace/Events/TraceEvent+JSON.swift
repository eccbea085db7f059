public import BridgePrimitives

extension TraceEvent {
    /// The event as one JSON object; members that have nothing to say are left out, but for a URL: whoever reads the
    /// event back wants one, and what was no request has an empty one.
    public var json: JSONValue {
        var object = JSONObject([
            ("sequence", .integer(Int64(sequence))), ("at", .string(at.rfc3339)), ("actor", .string(actor.rawValue)),
        ])
        for (name, value) in kindMembers where !value.saysNothing || name == "url" { object[name] = value }
        return .object(object)
    }

    private var kindMembers: [(String, JSONValue)] {
        switch kind {
        case .account(let event):
            [
                ("event", "account"), ("action", .string(event.action.rawValue)), ("uid", .optional(event.uid)),
                ("provider", .optional(event.provider)), ("reasons", .codes(event.reasons)),
                ("detail", .optional(event.detail?.text)),
            ]
        case .token(let event):
            [
                ("event", "token"), ("action", .string(event.action.rawValue)), ("form", .string(event.form.rawValue)),
                ("token", .string(event.token.text)), ("uid", .optional(event.uid)), ("reasons", .codes(event.reasons)),
                ("certificates", .optional(event.certificates?.rawValue)),
            ]
        case .request(let event):
            [
                ("event", "request"), ("hop", .integer(Int64(event.hop))), ("method", .string(event.method)),
                ("url", .string(event.url.text)), ("store", .optional(event.store)), ("sent", .mentions(event.sent)),
                ("withheld", .mentions(event.withheld)), ("notes", .codes(event.notes)),
                ("fields", .fields(event.fields)),
            ]
        case .response(let event):
            [
                ("event", "response"), ("hop", .integer(Int64(event.hop))),
                ("status", event.status.map { .integer(Int64($0)) } ?? .null),
                ("location", .optional(event.location?.text)),
                ("set_cookie", .array(event.setCookieNames.map { .string($0) })),
                ("milliseconds", .number(event.elapsed.milliseconds)),
                ("reasons", .codes(event.reasons)),
            ]
        case .served(let event):
            [
                ("event", "served"), ("method", .string(event.method)), ("url", .string(event.url.text)),
                ("status", event.status.map { .integer(Int64($0)) } ?? .null),
                ("cookies", .fields(event.cookies)),
                ("set_cookie", .array(event.setCookieNames.map { .string($0) })),
                ("milliseconds", .number(event.elapsed.milliseconds)),
            ]
        case .proxied(let event):
            [
                ("event", "proxied"), ("handling", .string(event.handling.rawValue)),
                ("method", .string(event.method)), ("url", .string(event.url.text)),
                ("request_fields", .fields(event.requestFields)),
                ("status", event.status.map { .integer(Int64($0)) } ?? .null),
                ("response_fields", .fields(event.responseFields)),
                ("milliseconds", .number(event.elapsed.milliseconds)),
                ("reasons", .codes(event.reasons)),
            ]
        case .cookieWrite(let event):
            [
                ("event", "cookie-write"), ("hop", event.hop.map { .integer(Int64($0)) } ?? .null),
                ("store", .string(event.store)), ("via", .string(event.source.rawValue)),
                ("host", .string(event.host)), ("name", .string(event.name)), ("value", .string(event.value.text)),
                ("attributes", .string(event.attributes)),
                ("size", event.size.map { .integer(Int64($0)) } ?? .null),
                ("outcome", .string(event.outcome.rawValue)), ("reasons", .codes(event.reasons)),
            ]
        case .cookieRead(let event):
            [
                ("event", "cookie-read"), ("store", .string(event.store)), ("url", .string(event.url.text)),
                ("visible", .mentions(event.visible)), ("hidden", .mentions(event.hidden)),
                ("reasons", .codes(event.reasons)),
            ]
        case .fault(let event):
            [
                ("event", "fault"), ("service", .string(event.service)), ("effect", .string(event.effect.text)),
                ("method", .string(event.method)), ("url", .string(event.url.text)), ("reasons", .codes(event.reasons)),
            ]
        case .edge(let event):
            [
                ("event", "edge"), ("edge", .string(event.edge)), ("url", .string(event.url.text)),
                ("forwarded", .array(event.forwarded.map { .string($0) })),
                ("dropped", .array(event.dropped.map { .string($0) })), ("reasons", .codes(event.reasons)),
            ]
        case .script(let event):
            [
                ("event", "script"), ("origin", .string(event.origin.rawValue)), ("url", .string(event.url.text)),
                ("exception", .optional(event.exception?.text)),
                ("line", event.line.map { .integer(Int64($0)) } ?? .null),
                ("column", event.column.map { .integer(Int64($0)) } ?? .null), ("reasons", .codes(event.reasons)),
            ]
        case .navigation(let event):
            [("event", "navigation"), ("phase", .string(event.phase.rawValue)), ("url", .string(event.url.text))]
                + (event.type.map { [("type", .string($0.rawValue))] } ?? [])
                + [("reasons", .codes(event.reasons))]
        case .message(let event):
            [
                ("event", "message"), ("handler", .string(event.handler)), ("body", .string(event.body.text)),
                ("reasons", .codes(event.reasons)),
            ]
        case .routing(let event):
            [
                ("event", "routing"), ("step", .string(event.step.rawValue)), ("path", .string(event.path.text)),
                ("route", .optional(event.route)), ("detail", .string(event.detail.text)),
                ("reasons", .codes(event.reasons)),
            ]
        case .clock(let event):
            [("event", "clock"), ("change", .string(event.change))]
        case .device(let event):
            [
                ("event", "device"), ("action", .string(event.action.rawValue)), ("device", .string(event.device)),
                ("app", .optional(event.app)), ("detail", .string(event.detail)),
            ]
        case .keychain(let event):
            [
                ("event", "keychain"), ("operation", .string(event.operation.rawValue)), ("app", .string(event.app)),
                ("service", .string(event.service.text)), ("account", .string(event.account.text)),
                ("access_group", .optional(event.accessGroup)), ("status", .integer(Int64(event.status))),
                ("reasons", .codes(event.reasons)),
            ]
        }
    }
}

extension CookieMention {
    /// `{"name":…,"domain":…,"path":…,"value":…,"reasons":[…]}`, without `reasons` when there are none. A cookie that
    /// the app wrote by hand has `"written_by":"app"` in place of domain and path.
    public var json: JSONValue {
        var object = JSONObject([("name", .string(name))])
        switch writer {
        case .store: (object["domain"], object["path"]) = (.string(domain), .string(path))
        case .app: object["written_by"] = .string(writer.rawValue)
        }
        object["value"] = .string(value.text)
        if !reasons.isEmpty { object["reasons"] = .codes(reasons) }
        return .object(object)
    }
}

extension JSONValue {
    fileprivate static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    fileprivate static func fields(_ fields: [MaskedField]) -> JSONValue {
        .array(fields.map { ["name": .string($0.name), "value": .string($0.value.text)] })
    }
    fileprivate static func mentions(_ mentions: [CookieMention]) -> JSONValue { .array(mentions.map(\.json)) }

    fileprivate var saysNothing: Bool { self == .null || self == .array([]) || self == .string("") }
}

extension Duration {
    /// To the microsecond.
    package var milliseconds: Double {
        let (seconds, attoseconds) = components
        let micros = seconds.multipliedReportingOverflow(by: 1_000_000).partialValue + attoseconds / 1_000_000_000_000
        return Double(micros) / 1000
    }
}
