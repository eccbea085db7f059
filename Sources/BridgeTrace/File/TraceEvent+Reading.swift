import BridgePrimitives

extension TraceEvent {
    /// What ``json`` says of an event, read again. Texts stay as masked as they were written.
    ///
    /// Members that are not known are passed over: a later writer of the same version may have more.
    package init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            sequence: Int(clamping: try reader.integer("sequence")), at: try reader.time("at"),
            elapsed: reader.durationIfAny("elapsed") ?? .zero, actor: try reader.choice("actor"),
            kind: try Kind(reader))
    }
}

extension TraceEvent.Kind {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        let kind = try reader.text("event")
        self =
            switch kind {
            case "account":
                .account(
                    AccountEvent(
                        try reader.choice("action"), uid: reader.textIfAny("uid"),
                        provider: reader.textIfAny("provider"), reasons: reader.codes(),
                        detail: reader.maskedIfAny("detail")))
            case "token":
                .token(
                    TokenEvent(
                        try reader.choice("action"), try reader.choice("form"), token: try reader.masked("token"),
                        uid: reader.textIfAny("uid"), reasons: reader.codes(),
                        certificates: reader.textIfAny("certificates").map { ReasonCode(unchecked: $0) }))
            case "request": .request(try RequestEvent(reader))
            case "response": .response(try ResponseEvent(reader))
            case "served":
                .served(
                    ServedEvent(
                        method: try reader.text("method"), url: try reader.masked("url"),
                        status: reader.intIfAny("status"), cookies: try reader.fields("cookies"),
                        setCookieNames: reader.texts("set_cookie"),
                        elapsed: reader.durationIfAny("milliseconds") ?? .zero))
            case "proxied": .proxied(try ProxiedEvent(reader))
            case "cookie-write": .cookieWrite(try CookieWriteEvent(reader))
            case "cookie-read": .cookieRead(try CookieReadEvent(reader))
            case "fault":
                .fault(
                    FaultEvent(
                        service: try reader.text("service"), effect: try reader.masked("effect"),
                        method: try reader.text("method"), url: try reader.masked("url"), reasons: reader.codes()))
            case "edge":
                .edge(
                    EdgeEvent(
                        edge: try reader.text("edge"), url: try reader.masked("url"),
                        forwarded: reader.texts("forwarded"), dropped: reader.texts("dropped"),
                        reasons: reader.codes()))
            case "script":
                .script(
                    ScriptEvent(
                        origin: try reader.choice("origin"), url: try reader.masked("url"),
                        exception: reader.maskedIfAny("exception"), line: reader.intIfAny("line"),
                        column: reader.intIfAny("column"), reasons: reader.codes()))
            case "navigation":
                .navigation(
                    NavigationEvent(
                        try reader.choice("phase"), url: try reader.masked("url"),
                        type: try reader.choiceIfAny("type"), reasons: reader.codes()))
            case "message":
                .message(
                    MessageEvent(
                        handler: try reader.text("handler"), body: reader.maskedIfAny("body") ?? MaskedText(""),
                        reasons: reader.codes()))
            case "routing": .routing(try RoutingEvent(reader))
            case "clock": .clock(ClockEvent(change: reader.textIfAny("change") ?? ""))
            case "device":
                .device(
                    DeviceEvent(
                        try reader.choice("action"), device: try reader.text("device"), app: reader.textIfAny("app"),
                        detail: reader.textIfAny("detail") ?? ""))
            case "keychain": .keychain(try KeychainEvent(reader))
            default: throw .unknown("event", kind)
            }
    }
}

extension RequestEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            hop: Int(clamping: try reader.integer("hop")), method: try reader.text("method"),
            url: try reader.masked("url"), store: reader.textIfAny("store"), sent: try reader.mentions("sent"),
            withheld: try reader.mentions("withheld"), notes: reader.codes("notes"),
            fields: try reader.fields("fields"))
    }
}

extension ResponseEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            hop: Int(clamping: try reader.integer("hop")), status: reader.intIfAny("status"),
            location: reader.maskedIfAny("location"), setCookieNames: reader.texts("set_cookie"),
            elapsed: reader.durationIfAny("milliseconds") ?? .zero, reasons: reader.codes())
    }
}

extension ProxiedEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            try reader.choice("handling"), method: reader.textIfAny("method") ?? "", url: try reader.masked("url"),
            requestFields: try reader.fields("request_fields"), status: reader.intIfAny("status"),
            responseFields: try reader.fields("response_fields"),
            elapsed: reader.durationIfAny("milliseconds") ?? .zero, reasons: reader.codes())
    }
}

extension CookieWriteEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            store: try reader.text("store"), source: try reader.choice("via"), host: try reader.text("host"),
            name: reader.textIfAny("name") ?? "", value: reader.maskedIfAny("value") ?? MaskedText(""),
            attributes: reader.textIfAny("attributes") ?? "", outcome: try reader.choice("outcome"),
            reasons: reader.codes(), hop: reader.intIfAny("hop"),
            size: reader.intIfAny("size"))
    }
}

extension CookieReadEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            store: try reader.text("store"), url: try reader.masked("url"), visible: try reader.mentions("visible"),
            hidden: try reader.mentions("hidden"), reasons: reader.codes())
    }
}

extension RoutingEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            try reader.choice("step"), path: reader.maskedIfAny("path") ?? MaskedText(""),
            route: reader.textIfAny("route"), detail: reader.maskedIfAny("detail") ?? MaskedText(""),
            reasons: reader.codes())
    }
}

extension KeychainEvent {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(
            try reader.choice("operation"), app: reader.textIfAny("app") ?? "",
            service: reader.maskedIfAny("service") ?? MaskedText(""),
            account: reader.maskedIfAny("account") ?? MaskedText(""), accessGroup: reader.textIfAny("access_group"),
            status: Int32(clamping: try reader.integer("status")), reasons: reader.codes())
    }
}

extension TraceReader {
    fileprivate func mentions(_ name: String) throws(TraceDefect) -> [CookieMention] {
        try objects(name) { (cookie) throws(TraceDefect) in
            CookieMention(
                name: cookie.textIfAny("name") ?? "", domain: cookie.textIfAny("domain") ?? "",
                path: cookie.textIfAny("path") ?? "", value: cookie.maskedIfAny("value") ?? MaskedText(""),
                writer: try cookie.choiceIfAny("written_by") ?? .store, reasons: cookie.codes())
        }
    }

    fileprivate func fields(_ name: String) throws(TraceDefect) -> [MaskedField] {
        try objects(name) { (field) throws(TraceDefect) in
            MaskedField(name: try field.text("name"), value: field.maskedIfAny("value") ?? MaskedText(""))
        }
    }
}
