public import BridgePrimitives

/// What happens in the page that is shown: what its user does, its scripts, or the app in it; and waiting for it.
public enum PageStep: Hashable, Sendable {
    case navigate(PageAddress)
    case link(LinkClick)
    case form(FormSubmission)
    case fetch(PageFetch)
    case script(PageScript)
    case message(PageMessage)
    case waitFor(Wait)

    var definition: StepDefinition {
        switch self {
        case .navigate: .navigate
        case .link: .link
        case .form: .form
        case .fetch: .fetch
        case .script: .script
        case .message: .message
        case .waitFor: .waitFor
        }
    }

    static let definitions: [StepDefinition] = [
        .navigate, .link, .form, .fetch, .script, .message, .waitFor,
    ]
}

extension StepDefinition {
    static let navigate = StepDefinition(
        "navigate", .page, startingWith: PageAddress.nowhere,
        """
        The view that is open loads another address, as by `webView.load` or one that is typed: no page asks for it, so no \
        site does, and nothing is handed over again; user scripts stay.
        """,
        [PageAddress.field(\.self, "Where to.", of: "navigate")], complaint: { $0.complaint(of: "navigate") }
    ) { .page(.navigate($0)) }

    static let link = StepDefinition(
        "link", .page, startingWith: LinkClick(),
        """
        The user follows a link of the page, which the page's own router does not take: the page's site decides which \
        SameSite cookies go along, and `Referer` is as strict-origin-when-cross-origin has it.
        """,
        LinkClick.fields, complaint: \.complaint
    ) { .page(.link($0)) }

    static let form = StepDefinition(
        "form", .page, startingWith: FormSubmission(to: .nowhere),
        """
        The user sends a form of the page, with its fields in the query or, by `post`, in the body: a POST to another site \
        has no cookie with SameSite=Lax.
        """,
        FormSubmission.fields, complaint: { $0.to.complaint(of: "form") }
    ) { .page(.form($0)) }

    static let fetch = StepDefinition(
        "fetch", .page, startingWith: PageFetch(to: .nowhere),
        """
        The page's own code asks for an address with `fetch`, which adds the page's cookies; an answer of any status will \
        do, and none fails the step.
        """,
        PageFetch.fields, complaint: { $0.to.complaint(of: "fetch") }
    ) { .page(.fetch($0)) }

    static let script = StepDefinition(
        "script", .page, FieldType<PageScript>.script, under: "source", example: "document.title",
        """
        The app runs JavaScript in the page, as by `evaluateJavaScript`; what it throws fails the step. The script is one \
        text, so that `${…}` in it is a name of this file's.
        """
    ) { .page(.script($0)) }

    static let message = StepDefinition(
        "message", .page, startingWith: PageMessage(name: ""),
        "A script of the page posts to `window.webkit.messageHandlers`, and the app's handler answers.",
        PageMessage.fields, complaint: \.complaint
    ) { .page(.message($0)) }

    static let waitFor = StepDefinition(
        "wait-for", .page, startingWith: Wait.Draft(),
        """
        Goes on once something holds. In the model the world's clock is moved on to what is still to come, a refresh that \
        the document has asked for, and where nothing is the step fails at once; in a real engine it is looked again and \
        again.
        """,
        Wait.Draft.fields, complaint: \.complaint
    ) { .page(.waitFor($0.wait)) }
}

/// A link that is followed.
public struct LinkClick: Hashable, Sendable {
    /// Where it opens, in HTML's words.
    public enum Target: String, CaseIterable, Sendable {
        case ownWindow = "_self"
        /// A window that nobody opens unless the app's UI delegate does.
        case newWindow = "_blank"
    }

    /// Nil where ``selector`` finds the link.
    public var to: PageAddress?
    /// Nil where ``to`` says it all.
    public var selector: String?
    public var target: Target

    public init(to: PageAddress? = nil, selector: String? = nil, target: Target = .ownWindow) {
        (self.to, self.selector, self.target) = (to, selector, target)
    }

    static let fields = [
        PageAddress.optionalField(\Self.to, "Where the link leads."),
        Field(
            "selector", \.selector, .text,
            """
            A link that the page has, by a CSS selector: in the model one of the document as the server sent it; in a real \
            engine it is clicked, and the page's router may take it.
            """),
        Field(
            "target", \.target, .word,
            "The link's `target`: a new window is not opened, since apps do so only by `createWebViewWith`; that is told."
        ).only("the link that is found has a target of its own") {
            $0.selector == nil || $0.target == .ownWindow
        },
    ]

    var complaint: Vocabulary.Complaint? {
        let fix = "write `link: { to: /orders }` or `link: { selector: \"a.next\" }`"
        return switch (to, selector) {
        case (.some, nil), (nil, .some): nil
        case (nil, nil): Vocabulary.Complaint(ScenarioReason.missingField, message: "which link?", fix: fix)
        case (.some, .some):
            Vocabulary.Complaint(ScenarioReason.wrongType, message: "one link at a time", fix: fix)
        }
    }
}

/// A form that is sent (HTML §4.10.22), with an enctype of `application/x-www-form-urlencoded`.
public struct FormSubmission: Hashable, Sendable {
    public enum Method: String, CaseIterable, Sendable { case get, post }

    public var to: PageAddress
    public var method: Method
    /// In the order of the page.
    public var fields: [NamedText]

    public init(to: PageAddress, method: Method = .get, fields: [NamedText] = []) {
        (self.to, self.method, self.fields) = (to, method, fields)
    }

    static let fields = [
        PageAddress.field(\Self.to, "The form's `action`.", of: "form"),
        Field("method", \.method, .word, "The form's `method`."),
        Field("fields", \.fields, .texts(placeholders: []), "What is filled in, by name."),
    ]
}

/// What a page posts to its app.
public struct PageMessage: Hashable, Sendable {
    /// The handler's.
    public var name: String
    public var body: JSONValue

    public init(name: String, body: JSONValue = .object(JSONObject())) { (self.name, self.body) = (name, body) }

    static let fields = [
        Field<Self>("name", \.name, .text, "The handler's name, `session` for `inject: message`.")
            .required("which handler?", "write `message: { name: session }`"),
        Field("body", \.body, .json(placeholders: []), "What is posted."),
    ]

    var complaint: Vocabulary.Complaint? {
        guard name.isEmpty else { return nil }
        return Vocabulary.Complaint(
            ScenarioReason.missingField, message: "which handler?", fix: "write `message: { name: session }`")
    }
}
