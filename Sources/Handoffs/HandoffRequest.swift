package import BridgePrimitives
package import Cookies
package import Scenarios

/// One line that asks for something: `{"id":1,"op":"handoff","email":"taro@example.com"}`.
package struct HandoffRequest: Sendable {
    package enum Operation: String, CaseIterable, Sendable {
        /// Signs in unless the device's app is, exchanges, empties the web view's store, and opens the page.
        case handoff
        case signIn = "sign-in"
        case exchange
        case open
        /// The app ends and starts again.
        case relaunch
        /// The device is thrown away.
        case forget
        /// How many devices there are, and what came of the requests so far.
        case stats
        /// The end, when all that was asked before is answered.
        case quit

        /// The members that it takes besides `id` and `op`.
        var members: [String] {
            switch self {
            case .handoff: ["device", "email", "password", "profile", "inject", "path", "keep_data"]
            case .signIn: ["device", "email", "password", "profile"]
            case .open: ["device", "inject", "path"]
            case .exchange, .relaunch, .forget: ["device"]
            case .stats, .quit: []
            }
        }

        /// Whether it is about a device that must be there already.
        var needsDevice: Bool { [.exchange, .open, .relaunch, .forget].contains(self) }
    }

    /// What the answer repeats: a text or a number; null where the line has none.
    package let id: JSONValue
    package let operation: Operation
    /// Nil for a device that is made for this request and thrown away afterwards.
    package var device: String?
    /// Nil for the world's own user.
    package var email: String?
    package var password: Secret<String>?
    package var profile: CookieProfile?
    /// Nil for what the project's app does, or else a user script.
    package var injection: Injection.Method?
    package var path = "/"
    /// Whether the web view keeps what earlier pages have left in it.
    package var keepsData = false

    /// Reads a line.
    ///
    /// - Throws: what is wrong with it, with the line's id where it has one. No value of the line's is told, passwords
    ///   being among them, but for names that were to be looked up.
    package init(line: String) throws(RefusedLine) {
        let json: JSONValue
        do { json = try JSONValue(parsing: line) } catch {
            // The parser may show what it stumbled over.
            throw RefusedLine(id: .null, .notJSON, "the line is no JSON", nil)
        }
        guard let members = json.objectValue else {
            throw RefusedLine(id: .null, .notJSON, "the line is JSON, and no object", nil)
        }
        let id = try Self.id(members)
        func refusal(_ reason: HandoffLineReason, _ cause: String, _ fix: String? = nil) -> RefusedLine {
            RefusedLine(id: id, reason, cause, fix)
        }
        let names = Operation.allCases.map(\.rawValue)
        guard let name = members["op"]?.stringValue else {
            throw refusal(.badMember, "\"op\" is missing or no text", "write one of: \(names.joined(separator: ", "))")
        }
        guard let operation = Operation(rawValue: name) else {
            let shown = name.prefix(40)
            throw refusal(.unknownOp, "no op is called \"\(shown)\"", Suggestion.listing(names, for: String(shown)))
        }
        (self.id, self.operation) = (id, operation)
        let known = ["id", "op"] + operation.members
        for (member, value) in members where !known.contains(member) && value != .null {
            let shown = String(member.prefix(40))
            throw refusal(
                .unknownMember, "\(name) takes no \"\(shown)\"", Suggestion.listing(known, for: shown))
        }
        func text(_ member: String) throws(RefusedLine) -> String? {
            switch members[member] {
            case nil, .null?: return nil
            case .string(let text)? where (1...1000).contains(text.utf8.count): return text
            default: throw refusal(.badMember, "\"\(member)\" takes a text of 1 to 1000 bytes")
            }
        }
        device = try text("device")
        email = try text("email")
        password = try text("password").map { Secret($0) }
        if let name = try text("profile") {
            guard let profile = CookieProfile.named(name) else {
                throw refusal(
                    .unknownProfile, "there is no profile \"\(name.prefix(40))\"",
                    Suggestion.listing(CookieProfile.all.map(\.name), for: String(name.prefix(40))))
            }
            self.profile = profile
        }
        if let name = try text("inject") {
            let methods = Injection.Method.allCases.map(\.rawValue)
            guard let method = Injection.Method(rawValue: name) else {
                throw refusal(
                    .badMember, "\"inject\" knows no \"\(name.prefix(40))\"",
                    Suggestion.listing(methods, for: String(name.prefix(40))))
            }
            injection = method
        }
        if let path = try text("path") {
            guard path.hasPrefix("/"), !path.hasPrefix("//"), !path.hasPrefix("/\\") else {
                throw refusal(.badMember, "\"path\" is no path of the web app", "begin it with one slash")
            }
            self.path = path
        }
        switch members["keep_data"] {
        case nil, .null?: break
        case .bool(let keeps)?: keepsData = keeps
        default: throw refusal(.badMember, "\"keep_data\" takes true or false")
        }
        guard device != nil || !operation.needsDevice else {
            throw refusal(.badMember, "\(name) is about a device, and names none", "add \"device\", as sign-in had it")
        }
        guard device != nil || operation != .signIn else {
            throw refusal(
                .badMember, "\(name) makes a device, and names none",
                "add \"device\" with any name: exchange and open need it")
        }
    }

    private static func id(_ members: JSONObject) throws(RefusedLine) -> JSONValue {
        switch members["id"] {
        case nil, .null?: return .null
        case .integer(let number)?: return .integer(number)
        case .string(let text)? where text.utf8.count <= 200: return .string(text)
        default:
            throw RefusedLine(
                id: .null, .badMember, "\"id\" takes a whole number, or a text of at most 200 bytes", nil)
        }
    }
}

/// A line that is not obeyed.
package struct RefusedLine: Error, Sendable {
    package let id: JSONValue
    package let failure: BridgeFailure

    init(id: JSONValue, _ reason: HandoffLineReason, _ cause: String, _ fix: String? = nil) {
        self.init(id: id, BridgeFailure(reason, cause: cause, fix: fix))
    }

    init(id: JSONValue, _ failure: BridgeFailure) { (self.id, self.failure) = (id, failure) }

    /// A line that was read past.
    package static var tooLong: RefusedLine {
        RefusedLine(id: .null, .tooLong, "the line is longer than 1 MiB", nil)
    }
}
