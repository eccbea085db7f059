public import BridgePrimitives
import BridgeTrace
import Reasons

/// What must be so of a cookie at the end, by its attributes. What is nil is not looked at.
public struct CookieCondition: Hashable, Sendable {
    /// Which of the app's stores.
    public enum Store: String, CaseIterable, Sendable {
        /// The persistent one of its web views.
        case webView = "web-view"
        /// The app's own `HTTPCookieStorage`.
        case native
        /// Of the view that was opened with `store: private`.
        case privateView = "private"
        /// Of the second web view.
        case second
    }

    /// How long a cookie has still to live.
    public enum Lifetime: Hashable, Sendable {
        /// It ends with the process.
        case session
        /// From the world's now. What the run has taken of it in real time is allowed for.
        case duration(Duration)
    }

    public var name: String
    /// Nil for that of the view that was opened last.
    public var store: Store?
    public var isStored: Bool?
    public var isSent: Bool?
    public var isVisibleToScript: Bool?
    public var value: String?
    /// A regular expression that the value has a match of.
    public var pattern: String?
    public var domain: String?
    public var path: String?
    public var isHostOnly: Bool?
    public var isSecure: Bool?
    public var isHTTPOnly: Bool?
    public var sameSite: SameSite?
    public var lifetime: Lifetime?
    public var size: SizeBounds?

    public init(name: String) { self.name = name }

    private var looksAtAttributes: Bool {
        value != nil || pattern != nil || domain != nil || path != nil || isHostOnly != nil || isSecure != nil
            || isHTTPOnly != nil || sameSite != nil || lifetime != nil || size != nil
    }

    func mismatches(with observation: Observation) -> [Mismatch] {
        let reasons = observation.events.flatMap { $0.reasons(about: name) }.uniqued()
        let isOfView = store == nil || store == .webView
        let label = CookieLabel.text(name)
        var found: [Mismatch?] = []
        func require(_ wanted: Bool?, _ holds: Bool, _ property: String, _ place: CookiePlace) {
            guard let wanted else { return }
            found.append(
                .unless(
                    wanted == holds, "cookie \(label) \(wanted ? "" : "not ")\(property)",
                    holds ? "it was" : "it was not", because: reasons,
                    about: wanted && isOfView ? .cookie(name, place) : .other))
        }
        let stored = observation.cookies(in: store).filter { $0.name == name }
        require(isStored ?? (looksAtAttributes ? true : nil), !stored.isEmpty, "in \(storeText)", .store)
        require(isSent, isSent(in: observation), "sent to the server", .request)
        require(isVisibleToScript, observation.visibleCookies.contains(name), "visible to script", .script)
        // Of several with one name, the one that is nearest to what is expected.
        let attributes = stored.map { attributeMismatches($0, observation, because: reasons) }
        found += attributes.min { $0.count < $1.count } ?? []
        return found.compactMap(\.self)
    }

    private var storeText: String {
        switch store {
        case nil: "the web view's store"
        case .webView: "the app's store of web views"
        case .native: "the app's own storage"
        case .privateView: "the private store"
        case .second: "the second view's store"
        }
    }

    private func isSent(in observation: Observation) -> Bool {
        guard store == .native else { return observation.sentCookies.contains(name) }
        return observation.requests(by: .app).contains { $0.event.sent.contains { $0.name == name } }
    }

    private func attributeMismatches(
        _ cookie: ObservedCookie, _ observation: Observation, because reasons: [ReasonCode]
    ) -> [Mismatch] {
        let label = "cookie \(CookieLabel.text(name))"
        var found: [Mismatch?] = []
        func require(_ holds: Bool?, _ expected: String, _ happened: String) {
            found.append(.unless(holds ?? true, "\(label) \(expected)", happened, because: reasons))
        }
        func flag(_ wanted: Bool?, _ actual: Bool, _ word: String) {
            require(
                wanted.map { $0 == actual }, "\(wanted == false ? "not " : "")\(word)",
                "it is \(actual ? "" : "not ")\(word)")
        }
        let shown = observation.masking.secret(cookie.value.reveal())
        require(
            value.map { $0 == cookie.value.reveal() },
            "with the value \(value.map { observation.masking.secret($0).text } ?? "")", "it has \(shown)")
        require(
            pattern.map { pattern in (try? Regex(pattern).firstMatch(in: cookie.value.reveal())) ?? nil != nil },
            "with a value that matches \(pattern ?? "")", "it has \(shown)")
        require(
            domain.map { Self.isSame($0, cookie.domain) }, "for the domain \(domain ?? "")", "it is \(cookie.domain)")
        require(path.map { $0 == cookie.path }, "with the path \(path ?? "")", "it is \(cookie.path)")
        flag(isHostOnly, cookie.isHostOnly, "host-only")
        flag(isSecure, cookie.isSecure, "secure")
        flag(isHTTPOnly, cookie.isHTTPOnly, "http-only")
        require(
            sameSite.map { $0 == cookie.sameSite }, "with same-site \(sameSite?.rawValue ?? "")",
            "it is \(cookie.sameSite.rawValue)")
        require(size.map { $0.contains(cookie.size) }, "of \(size?.text ?? "")", "it has \(cookie.size) bytes")
        found.append(lifetimeMismatch(cookie, observation, label, reasons))
        return found.compactMap(\.self)
    }

    private func lifetimeMismatch(
        _ cookie: ObservedCookie, _ observation: Observation, _ label: String, _ reasons: [ReasonCode]
    ) -> Mismatch? {
        let left = cookie.expiry.map { $0 - observation.now }
        let happened = left.map { "it expires in \($0.worldText)" } ?? "it ends with the process"
        switch lifetime {
        case nil: return nil
        case .session: return .unless(left == nil, "\(label) without an expiry", happened, because: reasons)
        case .duration(let wanted):
            // Cookies count whole seconds, and what the run takes in real time goes on.
            let slack = observation.realTime + .seconds(2)
            let holds = left.map { $0 <= wanted + .seconds(1) && $0 >= wanted - slack } ?? false
            return .unless(holds, "\(label) that expires in \(wanted.worldText)", happened, because: reasons)
        }
    }

    /// As hosts are compared; the leading dot says what `host-only` says.
    private static func isSame(_ wanted: String, _ domain: String) -> Bool {
        ASCIIText.isSame(wanted.hasPrefix(".") ? String(wanted.dropFirst()) : wanted, domain)
    }
}

extension CookieCondition {
    static let settings = Settings(
        "cookies", startingWith: Self(name: ""),
        [
            Field<Self>("name", \.name, .text, "Which cookie.").required("which cookie?", "add `name: customtoken`"),
            Field(
                "store", \.store, .word,
                "The app's persistent store `web-view`, its own HTTPCookieStorage `native`, that of the `private` or the `second` view; that of the view that was opened last unless given."
            ),
            Field("stored", \.isStored, .bool, "Whether the store has it; true where an attribute is given."),
            Field(
                "sent", \.isSent, .bool,
                "Whether any request for the page that was opened last carried it; of the native store, any of the app's."
            ),
            Field("visible-to-script", \.isVisibleToScript, .bool, "Whether document.cookie gave it to the guard.")
                .only("no script sees the app's own storage") { $0.store != .native },
            Field("value", \.value, .text, "Its value, whole."),
            Field("value-matches", \.pattern, .pattern, "A regular expression that its value has a match of."),
            Field("domain", \.domain, .text, "Its domain."),
            Field("path", \.path, .path, "Its path."),
            Field("host-only", \.isHostOnly, .bool, "Whether it is for exactly that host."),
            Field("secure", \.isSecure, .bool, "Whether it has Secure."),
            Field("http-only", \.isHTTPOnly, .bool, "Whether it has HttpOnly."),
            Field("same-site", \.sameSite, .word, "Its SameSite; `unspecified` for none."),
            Field("expires", \.lifetime, .lifetime, "`session`, or how long it has still to live: a duration."),
            Field(
                "size", \.size, .settings(SizeBounds.settings),
                "Bytes of name and value, of which engines take 4096."),
        ],
        complaint: { condition in
            guard condition.isStored == false, condition.looksAtAttributes else { return nil }
            return Vocabulary.Complaint(
                ScenarioReason.wrongType, message: "a cookie that is not stored has no attributes",
                fix: "leave them out, or say `stored: true`")
        })
}

extension FieldType<CookieCondition.Lifetime> {
    fileprivate static var lifetime: Self {
        FieldType(.text, written: { if case .duration(let time) = $0 { time.worldText } else { "session" } }) {
            node, reader in
            if reader.text(node) == "session" { return .session }
            return FieldType<Duration>.duration.read(node, &reader).map { .duration($0) }
        }
    }
}

extension FieldType<String> {
    /// A regular expression, as Swift reads one.
    fileprivate static var pattern: Self {
        FieldType(.text, written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            guard (try? Regex(text)) != nil else {
                return reader.refuse(
                    .wrongType, node, "\"\(text)\" is no regular expression",
                    "put a \\ before ( [ . * + and ? of the text")
            }
            return text
        }
    }
}
