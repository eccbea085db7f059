import BridgePrimitives

// The members of each kind of event, in the order in which they are written. A trace file's lines are written and read
// by these tables, and its schema and reference are printed from them.

extension TraceEvent.Kind {
    /// Every kind, in the order of the reference.
    static let all = [
        EventKind(Self.account), EventKind(Self.token), EventKind(Self.request), EventKind(Self.response),
        EventKind(Self.served), EventKind(Self.proxied), EventKind(Self.cookieWrite), EventKind(Self.cookieRead),
        EventKind(Self.fault), EventKind(Self.edge), EventKind(Self.script), EventKind(Self.navigation),
        EventKind(Self.message), EventKind(Self.routing), EventKind(Self.clock), EventKind(Self.device),
        EventKind(Self.keychain), EventKind(Self.requestFailed), EventKind(Self.scriptSkipped),
        EventKind(Self.policyViolation), EventKind(Self.pageError), EventKind(Self.printed), EventKind(Self.process),
    ]

    var event: any ShapedEvent {
        switch self {
        case .account(let event): event
        case .token(let event): event
        case .request(let event): event
        case .response(let event): event
        case .served(let event): event
        case .proxied(let event): event
        case .cookieWrite(let event): event
        case .cookieRead(let event): event
        case .edge(let event): event
        case .script(let event): event
        case .navigation(let event): event
        case .message(let event): event
        case .routing(let event): event
        case .clock(let event): event
        case .device(let event): event
        case .keychain(let event): event
        case .fault(let event): event
        case .requestFailed(let event): event
        case .scriptSkipped(let event): event
        case .policyViolation(let event): event
        case .pageError(let event): event
        case .printed(let event): event
        case .process(let event): event
        }
    }

    /// As a file calls it.
    package var name: String { event.name }
    /// The texts from outside that it holds, in the order of its members.
    package var texts: [MaskedText] { event.texts }
}

extension ShapedEvent {
    /// The reasons of an event, which the reference lists among what every event has.
    fileprivate static func reasons(_ value: @escaping @Sendable (Self) -> [ReasonCode]) -> EventMember<
        Self, [ReasonCode]
    > {
        member("reasons", value)
    }
}

extension AccountEvent: ShapedEvent {
    static let shape = EventShape<AccountEvent>(
        "account",
        member(
            "action", \.action,
            "`created`, `found`, `signed-in`, `signed-out`, `updated`, `deleted`, `refused`, `lenient`, `carried`"),
        member("uid", \.uid), member("provider", \.provider), reasons(\.reasons), member("detail", \.detail)
    ) { AccountEvent($0, uid: $1, provider: $2, reasons: $3, detail: $4) }
}

extension TokenEvent: ShapedEvent {
    static let shape = EventShape<TokenEvent>(
        "token", member("action", \.action, "`issued`, `accepted`, `refused`"),
        member(
            "form", \.form,
            "`ID token`, `custom token`, `session cookie`, `refresh token`, `session` (a server's own)"),
        member("token", \.token), member("uid", \.uid), reasons(\.reasons), member("certificates", \.certificates)
    ) { TokenEvent($0, $1, token: $2, uid: $3, reasons: $4, certificates: $5) }

    var allReasons: [ReasonCode] { reasons + (certificates.map { [$0] } ?? []) }
}

extension RequestEvent: ShapedEvent {
    static let shape = EventShape<RequestEvent>(
        "request", member("hop", \.hop), member("method", \.method), member("url", \.url),
        member("store", \.store, "the jar that was asked"), member("sent", \.sent, "cookies"),
        member("withheld", \.withheld, "cookies"), member("notes", \.notes, "reason codes"),
        member("fields", \.fields, "the header fields as sent: a list of `{\"name\",\"value\"}`")
    ) {
        RequestEvent(hop: $0, method: $1, url: $2, store: $3, sent: $4, withheld: $5, notes: $6, fields: $7)
    }

    var allReasons: [ReasonCode] { withheld.flatMap(\.reasons) + notes }
}

extension ResponseEvent: ShapedEvent {
    static let shape = EventShape<ResponseEvent>(
        "response", member("hop", \.hop, "that of its request"), member("status", \.status),
        member("location", \.location), member("set_cookie", \.setCookieNames, "names"),
        member("milliseconds", \.elapsed),
        member(
            "answered_by", { $0.answeredBy == .network ? nil : $0.answeredBy },
            "`service-worker` or `cache`; left out for the network"),
        member("type", \.type, "the media type without parameters"),
        member("said", \.said, "what the body of an error says, or a backend's answer to the app"),
        reasons(\.reasons)
    ) {
        ResponseEvent(
            hop: $0, status: $1, location: $2, setCookieNames: $3, elapsed: $4, answeredBy: $5 ?? .network, type: $6,
            said: $7, reasons: $8)
    }
}

extension ServedEvent: ShapedEvent {
    static let shape = EventShape<ServedEvent>(
        "served", words: "a service answered a request from outside", member("method", \.method), member("url", \.url),
        member("status", \.status),
        member("cookies", \.cookies, "those that came with the request: a list of `{\"name\",\"value\"}`"),
        member("set_cookie", \.setCookieNames, "names"), member("milliseconds", \.elapsed)
    ) { ServedEvent(method: $0, url: $1, status: $2, cookies: $3, setCookieNames: $4, elapsed: $5) }
}

extension ProxiedEvent: ShapedEvent {
    static let shape = EventShape<ProxiedEvent>(
        "proxied", member("handling", \.handling, "`answered`, `passed`, `tunnelled`, `refused`"),
        member("method", \.method, or: ""), member("url", \.url), member("request_fields", \.requestFields),
        member("status", \.status), member("response_fields", \.responseFields), member("milliseconds", \.elapsed),
        member("said", \.said, "what the body of an error says"), reasons(\.reasons)
    ) {
        ProxiedEvent(
            $0, method: $1, url: $2, requestFields: $3, status: $4, responseFields: $5, said: $7, elapsed: $6,
            reasons: $8)
    }
}

extension CookieWriteEvent: ShapedEvent {
    static let shape = EventShape<CookieWriteEvent>(
        "cookie-write", member("hop", \.hop), member("store", \.store),
        member("via", \.source, "`Set-Cookie`, `document.cookie`, `native API`, `engine`"), member("host", \.host),
        member("name", \.name, or: ""), member("value", \.value, or: MaskedText("")),
        member("attributes", \.attributes, "as stored, in a `Set-Cookie` line's words", or: ""),
        member("size", \.size, "bytes of name and value together"),
        member("outcome", \.outcome, "`stored`, `replaced`, `deleted`, `rejected`, `ignored`"), reasons(\.reasons)
    ) {
        CookieWriteEvent(
            store: $1, source: $2, host: $3, name: $4, value: $5, attributes: $6, outcome: $8, reasons: $9, hop: $0,
            size: $7)
    }
}

extension CookieReadEvent: ShapedEvent {
    static let shape = EventShape<CookieReadEvent>(
        "cookie-read", words: "a script read `document.cookie`", member("store", \.store), member("url", \.url),
        member("visible", \.visible, "cookies"), member("hidden", \.hidden, "cookies"), reasons(\.reasons)
    ) { CookieReadEvent(store: $0, url: $1, visible: $2, hidden: $3, reasons: $4) }

    var allReasons: [ReasonCode] { reasons + (visible + hidden).flatMap(\.reasons) }
}

extension FaultEvent: ShapedEvent {
    static let shape = EventShape<FaultEvent>(
        "fault", member("service", \.service), member("effect", \.effect), member("method", \.method),
        member("url", \.url), reasons(\.reasons)
    ) { FaultEvent(service: $0, effect: $1, method: $2, url: $3, reasons: $4) }
}

extension EdgeEvent: ShapedEvent {
    static let shape = EventShape<EdgeEvent>(
        "edge", member("edge", \.edge), member("url", \.url), member("forwarded", \.forwarded, "names"),
        member("dropped", \.dropped, "names"), reasons(\.reasons)
    ) { EdgeEvent(edge: $0, url: $1, forwarded: $2, dropped: $3, reasons: $4) }
}

extension ScriptEvent: ShapedEvent {
    static let shape = EventShape<ScriptEvent>(
        "script", member("origin", \.origin, "`user script at document start`, …"), member("url", \.url),
        member("exception", \.exception), member("line", \.line), member("column", \.column), reasons(\.reasons)
    ) { ScriptEvent(origin: $0, url: $1, exception: $2, line: $3, column: $4, reasons: $5) }
}

extension NavigationEvent: ShapedEvent {
    static let shape = EventShape<NavigationEvent>(
        "navigation", member("phase", \.phase, "the navigation delegate's method"), member("url", \.url),
        member(
            "type", \.type,
            "the `WKNavigationType` of what is asked for, where it is not `other`: `reload`, `linkActivated`,"
                + " `formSubmitted`, `backForward`"), reasons(\.reasons)
    ) { NavigationEvent($0, url: $1, type: $2, reasons: $3) }
}

extension MessageEvent: ShapedEvent {
    static let shape = EventShape<MessageEvent>(
        "message", words: "its `reasons` say why the page does not get it",
        member(
            "handler", \.handler,
            "a script message handler, `console.log` …, or the delegate's method for what the page wants of the app"),
        member("body", \.body, or: MaskedText("")), reasons(\.reasons)
    ) { MessageEvent(handler: $0, body: $1, reasons: $2) }
}

extension RoutingEvent: ShapedEvent {
    static let shape = EventShape<RoutingEvent>(
        "routing", member("step", \.step, "`asked`, `read`, `sign-in`, `next`, `entered`, `ended`"),
        member("path", \.path, or: MaskedText("")), member("route", \.route),
        member("detail", \.detail, or: MaskedText("")), reasons(\.reasons)
    ) { RoutingEvent($0, path: $1, route: $2, detail: $3, reasons: $4) }
}

extension ClockEvent: ShapedEvent {
    static let shape = EventShape<ClockEvent>("clock", member("change", \.change, or: "")) { ClockEvent(change: $0) }
}

extension DeviceEvent: ShapedEvent {
    static let shape = EventShape<DeviceEvent>(
        "device", member("action", \.action), member("device", \.device), member("app", \.app),
        member("detail", \.detail, or: "")
    ) { DeviceEvent($0, device: $1, app: $2, detail: $3) }
}

extension KeychainEvent: ShapedEvent {
    static let shape = EventShape<KeychainEvent>(
        "keychain", member("operation", \.operation), member("app", \.app, or: ""),
        member("service", \.service, or: MaskedText("")), member("account", \.account, or: MaskedText("")),
        member("access_group", \.accessGroup), member("status", \.status), reasons(\.reasons)
    ) {
        KeychainEvent($0, app: $1, service: $2, account: $3, accessGroup: $4, status: $5, reasons: $6)
    }
}

extension FailedRequestEvent: ShapedEvent {
    static let shape = EventShape<FailedRequestEvent>(
        "request-failed", words: "it brought the page nothing that its script could use",
        member("method", \.method, or: ""), member("url", \.url), member("hop", \.hop, "that of its request"),
        member("words", \.words, "the engine's or the proxy's", or: MaskedText("")),
        member("missing", \.missing, "the response field that CORS asks for, or the policy's directive"),
        reasons(\.reasons)
    ) { FailedRequestEvent(method: $0, url: $1, hop: $2, words: $3, missing: $4, reasons: $5) }
}

extension SkippedScriptEvent: ShapedEvent {
    static let shape = EventShape<SkippedScriptEvent>(
        "script-skipped", words: "the page named a script that did not run", member("url", \.url),
        member("status", \.status, "of its answer"), reasons(\.reasons)
    ) { SkippedScriptEvent(url: $0, status: $1, reasons: $2) }
}

extension PolicyViolationEvent: ShapedEvent {
    static let shape = EventShape<PolicyViolationEvent>(
        "policy-violation", words: "the page's content security policy kept something back",
        member("directive", \.directive, "`connect-src`, `script-src-elem` …", or: ""),
        member("blocked", \.blocked, "a URL, or `inline`, `eval` …", or: MaskedText("")),
        member("page", \.page, or: MaskedText("")), reasons(\.reasons)
    ) { PolicyViolationEvent(directive: $0, blocked: $1, page: $2, reasons: $3) }
}

extension PageErrorEvent: ShapedEvent {
    static let shape = EventShape<PageErrorEvent>(
        "page-error", words: "an error of one of the page's scripts",
        member("origin", \.origin, "`uncaught`, `rejection`, `printed`"), member("name", \.name, "`TypeError`"),
        member("message", \.message, or: MaskedText("")), member("file", \.file, "the script's URL"),
        member("line", \.line), member("column", \.column), reasons(\.reasons)
    ) { PageErrorEvent($0, name: $1, message: $2, file: $3, line: $4, column: $5, reasons: $6) }
}

extension PrintedEvent: ShapedEvent {
    static let shape = EventShape<PrintedEvent>(
        "printed", words: "a line of a process that the project file starts",
        member("process", \.process, "`backend`, `web`"), member("stream", \.stream, "`out`, `err`"),
        member("text", \.text, or: MaskedText(""))
    ) { PrintedEvent(process: $0, stream: $1, text: $2) }
}

extension ProcessEvent: ShapedEvent {
    static let shape = EventShape<ProcessEvent>(
        "process", words: "what became of a process that the project file starts",
        member("process", \.process, "`backend`, `web`"), member("action", \.action, "`started`, `ready`, `ended`"),
        member("status", \.status, "with which it exited"), member("signal", \.signal, "that ended it"),
        reasons(\.reasons)
    ) { ProcessEvent(process: $0, $1, status: $2, signal: $3, reasons: $4) }
}

extension AccountEvent.Action: TraceWord {}
extension TokenEvent.Action: TraceWord {}
extension TokenEvent.Form: TraceWord {}
extension ProxiedEvent.Handling: TraceWord {}
extension ResponseEvent.Source: TraceWord {}
extension CookieWriteEvent.Source: TraceWord {}
extension CookieWriteEvent.Outcome: TraceWord {}
extension ScriptEvent.Origin: TraceWord {}
extension NavigationEvent.Phase: TraceWord {}
extension NavigationEvent.NavigationType: TraceWord {}
extension RoutingEvent.Step: TraceWord {}
extension DeviceEvent.Action: TraceWord {}
extension KeychainEvent.Operation: TraceWord {}
extension PageErrorEvent.Origin: TraceWord {}
extension PrintedEvent.Stream: TraceWord {}
extension ProcessEvent.Action: TraceWord {}
