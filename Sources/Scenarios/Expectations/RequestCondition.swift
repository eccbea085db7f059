import BridgePrimitives
import BridgeTrace

/// What must be so of a request: one of those that `path` and `method` choose. What is nil is not looked at.
public struct RequestCondition: Hashable, Sendable {
    /// Who asks.
    public enum Sender: String, CaseIterable, Sendable {
        /// For the page that was opened last: its document, and the redirects on the way.
        case webView = "web-view"
        /// The page's own code, likewise.
        case page
        /// The native app, from the beginning.
        case app

        var actor: TraceActor {
            switch self {
            case .webView: .webView
            case .page: .page
            case .app: .app
            }
        }
    }

    public var sender = Sender.webView
    public var path: String?
    public var method: String?
    /// Which of those that are chosen, from 1; nil for the first.
    public var number: Int?
    /// Whether it is the last of them.
    public var isLast = false
    /// Cookies that it carries.
    public var with: [String] = []
    public var without: [String] = []
    public var headers: [NamedText] = []
    public var headersThere: [String] = []
    public var headersMissing: [String] = []
    /// Texts that the value of a header has in it.
    public var headersContaining: [NamedText] = []
    public var headersNotContaining: [NamedText] = []
    /// Names in the query.
    public var query: [String] = []
    public var queryWithout: [String] = []
    public var status: Int?
    /// How many are chosen.
    public var count: Int?

    public init() {}

    private var looksAtOne: Bool {
        number != nil || isLast || !with.isEmpty || !without.isEmpty || !headers.isEmpty || !headersThere.isEmpty
            || !headersMissing.isEmpty || status != nil || !headersContaining.isEmpty
            || !headersNotContaining.isEmpty || !query.isEmpty || !queryWithout.isEmpty
    }

    func mismatches(with observation: Observation) -> [Mismatch] {
        let chosen = observation.requests(by: sender.actor).filter { request in
            path.map { $0 == request.path } ?? true && method.map { ASCIIText.isSame($0, request.event.method) } ?? true
        }
        var found: [Mismatch?] = []
        if let count {
            found.append(
                .unless(chosen.count == count, "\(count) of the requests \(selection)", "there were \(chosen.count)"))
        }
        guard looksAtOne || count == nil else { return found.compactMap(\.self) }
        let place = isLast ? chosen.count : number ?? 1
        guard place > 0, place <= chosen.count else {
            let all = observation.requests(by: sender.actor).map(\.path).uniqued().prefix(5)
            let others = path == nil || all.isEmpty ? "" : ", but for \(all.joined(separator: ", "))"
            let happened = chosen.isEmpty ? "there was none\(others)" : "there were \(chosen.count)"
            return (found + [.unless(false, "\(name) \(selection)", happened)]).compactMap(\.self)
        }
        return found.compactMap(\.self) + mismatches(of: chosen[place - 1], observation)
    }

    private func mismatches(of request: ObservedRequest, _ observation: Observation) -> [Mismatch] {
        var found: [Mismatch?] = []
        let sent = request.event.sent.map(\.name)
        func cookie(_ cookie: String, isWanted: Bool) {
            let reasons = observation.events.flatMap { $0.reasons(about: cookie) }.uniqued()
            found.append(
                .unless(
                    sent.contains(cookie) == isWanted,
                    "\(name) \(selection) \(isWanted ? "with" : "without") the cookie \(CookieLabel.text(cookie))",
                    sent.isEmpty ? "it had no cookie" : "it had \(sent.joined(separator: ", "))", because: reasons,
                    about: isWanted && sender == .webView ? .cookie(cookie, .request) : .other))
        }
        for name in with { cookie(name, isWanted: true) }
        for name in without { cookie(name, isWanted: false) }
        func values(_ header: String) -> [MaskedText] {
            request.event.fields.filter { ASCIIText.isSame($0.name, header) }.map(\.value)
        }
        for header in headers {
            let wanted = observation.masking.field(header.name, header.text).value
            let actual = values(header.name)
            found.append(
                .unless(
                    actual.contains { $0.text == wanted.text }, "\(name) \(selection) with \(header.name): \(wanted)",
                    actual.first.map { "it had \($0)" } ?? "it had none", because: request.event.notes))
        }
        for header in headersThere {
            found.append(
                .unless(
                    !values(header).isEmpty, "\(name) \(selection) with a header \(header)", "it had none",
                    because: request.event.notes))
        }
        for header in headersMissing {
            found.append(
                .unless(
                    values(header).isEmpty, "\(name) \(selection) without a header \(header)",
                    "it had \(values(header).first?.text ?? "")", because: request.event.notes))
        }
        func part(_ header: NamedText, isWanted: Bool) {
            let has = values(header.name).contains { $0.text.contains(header.text) }
            found.append(
                .unless(
                    has == isWanted,
                    "\(name) \(selection) \(isWanted ? "with" : "without") \(header.text) in \(header.name)",
                    values(header.name).first.map { "it had \($0)" } ?? "it had none", because: request.event.notes))
        }
        for header in headersContaining { part(header, isWanted: true) }
        for header in headersNotContaining { part(header, isWanted: false) }
        func inQuery(_ field: String, isWanted: Bool) {
            let names = request.queryNames
            found.append(
                .unless(
                    names.contains(field) == isWanted,
                    "\(name) \(selection) \(isWanted ? "with" : "without") \(field) in its query",
                    names.isEmpty ? "it had no query" : "it had \(names.joined(separator: ", "))"))
        }
        for field in query { inQuery(field, isWanted: true) }
        for field in queryWithout { inQuery(field, isWanted: false) }
        if let status {
            found.append(
                .unless(
                    request.status == status, "\(name) \(selection) answered with \(status)",
                    request.status.map { "it was answered with \($0)" } ?? "it had no answer"))
        }
        return found.compactMap(\.self)
    }

    private var name: String { isLast ? "the last request" : "request \(number ?? 1)" }

    private var selection: String {
        let asked = [method, path].compactMap(\.self).joined(separator: " ")
        return "of the \(sender == .webView ? "web view" : sender.rawValue)\(asked.isEmpty ? "" : " for \(asked)")"
    }
}

extension RequestCondition {
    static let settings = Settings(
        "requests", startingWith: Self(),
        [
            Field<Self>(
                "by", \.sender, .word,
                "Who asks: the `web-view` for the page that was opened last, the `page`'s own code, or the `app`."),
            Field("path", \.path, .path, "Only requests for this path, whatever their query."),
            Field("method", \.method, .text, "Only requests with this method."),
            Field("number", \.number, .number(1...1000), "Which of them, from 1; the first unless given."),
            Field("last", \.isLast, .bool, "Whether it is the last of them.")
                .only("one of `number` and `last` is enough") { $0.number == nil || !$0.isLast },
            Field("with", \.with, FieldType.text.list, "Cookies that it carries."),
            Field("without", \.without, FieldType.text.list, "Cookies that it does not carry."),
            Field("headers", \.headers, .texts(placeholders: []), "Header fields that it has, with their values."),
            Field(
                "with-headers", \.headersThere, FieldType.text.list, "Header fields that it has, whatever their value."),
            Field("without-headers", \.headersMissing, FieldType.text.list, "Header fields that it does not have."),
            Field(
                "headers-containing", \.headersContaining, .texts(placeholders: []),
                "Header fields with texts that their values have in them."),
            Field(
                "headers-not-containing", \.headersNotContaining, .texts(placeholders: []),
                "Header fields with texts that no value of theirs has in it, where the request has them at all."),
            Field("query", \.query, FieldType.text.list, "Names that its query has."),
            Field("without-query", \.queryWithout, FieldType.text.list, "Names that its query does not have."),
            Field("status", \.status, .number(100...599), "The status of its answer."),
            Field("count", \.count, .number(0...1000), "How many such requests there are."),
        ])
}
