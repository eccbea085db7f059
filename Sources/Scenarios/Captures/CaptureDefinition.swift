/// A value that a step brings about, or that the world has at any time: what reader, schema and reference know of it.
public struct CaptureDefinition: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
        case text = "a text"
        case path = "a path"
        case number = "a number"
        case flag = "`true` or `false`"
        /// As RFC 3339 writes it.
        case time = "a time"
        /// A token's claims by their names, those of claims that are objects with a dot.
        case claims = "a claim's value"
        /// The members of an object by their names, likewise.
        case members = "a member's value"
    }

    /// `cookie.path`; of claims what stands before the claim's name.
    public let member: String
    public let kind: Kind
    public let isSecret: Bool
    /// One sentence.
    public let documentation: String

    init(_ member: String, _ documentation: String, _ kind: Kind = .text, isSecret: Bool = false) {
        (self.member, self.kind, self.isSecret, self.documentation) = (member, kind, isSecret, documentation)
    }

    /// As the reference writes it.
    var title: String {
        switch kind {
        case .claims: "\(member).CLAIM"
        case .members: "\(member).NAME"
        case .text, .path, .number, .flag, .time: member
        }
    }

    func has(_ member: String) -> Bool {
        guard kind == .claims || kind == .members else { return member == self.member }
        return member.hasPrefix(self.member + ".") && member.utf8.count > self.member.utf8.count + 1
    }

    /// A value of its kind, with which a step is read before there is one.
    func sample(called name: String) -> String {
        switch kind {
        case .text, .claims, .members: name
        case .path: "/"
        case .number: "1"
        case .flag: "true"
        case .time: "2026-01-01T00:00:00.000Z"
        }
    }
}

extension CaptureDefinition {
    /// What the world has at any time, under these names.
    static let world = [
        Self("user.uid", "The uid of the app's user."),
        Self("user.email", "The e-mail address of the scenario's user."),
        Self("id-token.value", "The ID token that the app's client has.", isSecret: true),
        Self("id-token.claims", "A claim of it.", .claims),
        Self("page.uid", "The uid of the page's user."),
        Self("page.verdict", "How the handoff has ended so far."),
        Self("page.route", "The name of the route that is shown."),
        Self("page.path", "Its path.", .path),
        Self("now", "The world's time.", .time),
    ]

    static let signIn = [
        Self("uid", "The uid of who signed in."),
        Self("email", "Their e-mail address."),
        Self("id-token.claims", "A claim of the ID token that the client got.", .claims),
        at,
    ]

    static let exchange = [
        Self("status", "The status that the backend answered with.", .number),
        Self("cookie.name", "The name of the cookie that brought the token."),
        Self("cookie.value", "Its value.", isSecret: true),
        Self("cookie.domain", "Its domain, with a leading dot where subdomains get it too."),
        Self("cookie.path", "Its path.", .path),
        Self("cookie.expires", "When it ends; a session cookie has none.", .time),
        Self("cookie.secure", "Whether it is Secure.", .flag),
        Self("cookie.http-only", "Whether it is HttpOnly.", .flag),
        Self("cookie.same-site", "`lax`, `strict`, `none` or `unspecified`."),
        Self("token.value", "The custom token.", isSecret: true),
        Self("token.claims", "A claim of the custom token.", .claims),
        at,
    ]

    static let page = [
        Self("verdict", "How the handoff ended with this page."),
        Self("route", "The name of the route that was shown."),
        Self("path", "Its path.", .path),
        Self("uid", "The uid of the page's user."),
        at,
    ]

    static let script = [
        Self("value", "What the script gave, objects as JSON; `null` and `undefined` are no value."),
        Self("value", "A member of it, where it is an object.", .members),
        at,
    ]

    private static let at = Self("at", "The world's time when the step was done.", .time)
}

extension StepDefinition {
    /// What the step brings about that later steps and `expect` may name; empty for most.
    public var captures: [CaptureDefinition] {
        switch name {
        case StepDefinition.signIn.name: CaptureDefinition.signIn
        case StepDefinition.exchange.name: CaptureDefinition.exchange
        case StepDefinition.open.name, StepDefinition.reload.name, StepDefinition.navigate.name,
            StepDefinition.link.name, StepDefinition.form.name:
            CaptureDefinition.page
        case StepDefinition.script.name: CaptureDefinition.script
        default: []
        }
    }

    /// Whether a file can give it a name of its own by `id`.
    var takesID: Bool {
        switch form {
        case .settings, .valueOrSettings: !captures.isEmpty
        case .nothing, .value: false
        }
    }
}
