public import BridgePrimitives
public import Cookies

/// A jar that is driven by JSON objects, one question and one answer each: for scripts in any language.
public struct CookieProtocol: Sendable {
    private var jar: CookieJar
    private let suffixes: any PublicSuffixes
    private let systemTime: @Sendable () -> Instant
    /// Set by `now`; nil to follow the machine's clock.
    private var fixedNow: Instant?
    private var origins: [JSONValue] = []

    /// - Parameter systemTime: the machine's clock, which counts until `now` is given.
    public init(profile: CookieProfile, systemTime: @escaping @Sendable () -> Instant) {
        self.systemTime = systemTime
        suffixes = PublicSuffixList.standard
        jar = CookieJar(profile: profile, publicSuffixes: suffixes)
    }

    /// Puts cookies of a file into the jar as they were; those that have expired stay out.
    public mutating func load(_ file: CookieFile) {
        jar.restore(file.cookies, now: fixedNow ?? systemTime())
        origins += file.origins
    }

    /// What the jar holds, non-persistent cookies too, and what loaded files said besides cookies.
    public var file: CookieFile { CookieFile(cookies: jar.all(now: fixedNow ?? systemTime()), origins: origins) }

    /// Answers one line; a line that cannot be obeyed changes nothing.
    ///
    /// - Throws: `cookies/…` that says what the line lacks.
    public mutating func answer(to line: String) throws(BridgeFailure) -> JSONValue {
        let question: JSONValue
        do { question = try JSONValue(parsing: line) } catch {
            throw Self.failure(.notJSON, "the line is \(error)", "write one JSON object a line")
        }
        let now = fixedNow ?? systemTime()
        switch try text("op", of: question) {
        case "now":
            guard let epoch = question["epoch"]?.integerValue else {
                throw Self.failure(
                    .badMember, "\"epoch\" is no whole number of seconds", "write {\"op\":\"now\",\"epoch\":0}")
            }
            fixedNow = Instant(secondsSinceEpoch: epoch)
            return ["now": .integer(epoch)]
        case "profile":
            let name = try text("name", of: question)
            guard let profile = CookieProfile.named(name) else {
                let known = CookieProfile.all.map(\.name).joined(separator: ", ")
                throw Self.failure(.unknownProfile, "there is no profile \"\(name)\"", "known are: \(known)")
            }
            // Profiles read and keep cookies differently, so what one jar holds means nothing to another.
            jar = CookieJar(profile: profile, publicSuffixes: suffixes)
            return ["profile": .string(name)]
        case "set":
            let (url, header) = (try self.url("url", of: question), try text("header", of: question))
            let context = StoreContext(sameSite: try sameSite(of: question, for: url))
            return jar.store(setCookie: Array(header.utf8), from: url, context: context, now: now).json { $0 }
        case "script-set":
            let (url, cookie) = (try self.url("url", of: question), try text("cookie", of: question))
            return jar.store(scriptCookie: cookie, from: url, context: .firstParty, now: now).json { $0 }
        case "get":
            let url = try self.url("url", of: question)
            let context = RequestContext(url: url, sameSite: try sameSite(of: question, for: url))
            let cookies = jar.requestCookies(for: context, now: now)
            return [
                "header": .string(cookies.header ?? ""), "sent": .array(cookies.sent.map { $0.json(value: $0.value) }),
                "withheld": .array(
                    cookies.withheld.map { ["name": .string($0.cookie.name), "reasons": .codes($0.reasons)] }),
            ]
        case "script-get":
            let cookies = jar.scriptCookies(for: try url("url", of: question), now: now)
            return [
                "value": .string(cookies.value),
                "hidden": .array(
                    cookies.hidden.map { ["name": .string($0.cookie.name), "reasons": .codes($0.reasons)] }),
            ]
        case "list":
            return ["cookies": .array(jar.all(now: now).map { $0.json(value: $0.value) })]
        case let name:
            throw Self.failure(
                .unknownOp, "no op is called \"\(name)\"",
                "known are: now, profile, set, get, script-set, script-get, list")
        }
    }

    // MARK: - Questions

    /// A request without `site_for_cookies` and `redirected_from` is a load that the app started.
    private func sameSite(of question: JSONValue, for url: CookieURL) throws(BridgeFailure) -> SameSiteContext {
        let site = question["site_for_cookies"] == nil ? nil : try self.url("site_for_cookies", of: question)
        var chain: [CookieURL] = []
        switch question["redirected_from"] {
        case nil, .null?: break
        case .array(let elements)?:
            for element in elements { chain.append(try Self.url(element.stringValue ?? "", named: "redirected_from")) }
        case .some: chain = [try self.url("redirected_from", of: question)]
        }
        guard site != nil || !chain.isEmpty else { return .sameSite }
        return SameSiteContext.computed(
            for: url, siteForCookies: site, initiator: site,
            isTopLevelNavigation: question["top_level_navigation"]?.boolValue ?? false,
            method: question["method"]?.stringValue ?? "GET", redirectedFrom: chain, profile: jar.profile,
            suffixes: suffixes)
    }

    private func text(_ name: String, of question: JSONValue) throws(BridgeFailure) -> String {
        guard let text = question[name]?.stringValue else {
            throw Self.failure(.badMember, "\"\(name)\" is missing or no text", Self.example(of: name))
        }
        return text
    }

    private static func example(of member: String) -> String {
        let value =
            switch member {
            case "op": "list"
            case "name": "ios18"
            case "header", "cookie": "customtoken=abc; Path=/"
            default: "https://app.test/"
            }
        return "write a text there, such as {\"\(member)\":\"\(value)\"}"
    }

    private func url(_ name: String, of question: JSONValue) throws(BridgeFailure) -> CookieURL {
        try Self.url(try text(name, of: question), named: name)
    }

    private static func url(_ text: String, named name: String) throws(BridgeFailure) -> CookieURL {
        try CookieURL(typed: text) { cause, fix in failure(.badURL, "\"\(name)\" is no URL: \(cause)", fix) }
    }

    private static func failure(_ reason: CookieProtocolReason, _ cause: String, _ fix: String) -> BridgeFailure {
        reason.failure(cause, fix: fix)
    }
}
