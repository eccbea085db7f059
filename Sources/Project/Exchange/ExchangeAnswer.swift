import BridgePrimitives
public import HTTPLoader
public import Reasons
import Tokens
import Wording

/// What became of an exchange with somebody's own backend.
public enum ExchangeOutcome: Hashable, Sendable {
    case token(String)
    /// All reasons that hold, in the order of the checks, and what happened: one clause, with the answer's own words.
    case refused([ExchangeReason], message: String)
}

/// A backend's answer, and the token in it.
///
/// A decision: nothing is sent, stored or verified. The token is only read, to tell a mistake of the backend's from one
/// of the page's.
public struct ExchangeAnswer: Sendable {
    let request: HTTPRequest
    let response: HTTPResponse
    let redirects: [Exchange]

    /// - Parameter redirects: what the backend answered before and the app followed, in order.
    public init(_ response: HTTPResponse, to request: HTTPRequest, after redirects: [Exchange] = []) {
        (self.request, self.response, self.redirects) = (request, response, redirects)
    }

    /// The token that stands in `place`, or why there is none that the page could use.
    ///
    /// - Parameter projectID: whose tokens the page signs in with.
    public func outcome(at place: TokenPlace, projectID: String) -> ExchangeOutcome {
        switch answer(at: place, projectID: projectID) {
        case .token(let token): .token(token)
        case .refused(let reasons, let message): afterRedirects(reasons, message)
        }
    }

    private func answer(at place: TokenPlace, projectID: String) -> ExchangeOutcome {
        // Cookies and headers come with redirects too, and the redirect's URL with nothing else.
        if response.status < 400, case .found(let token) = find(place) {
            return judge(token, at: place, projectID: projectID)
        }
        var problems: [(reason: ExchangeReason, message: String)] = []
        if let problem = statusProblem { problems.append(problem) }
        if isHTML {
            problems.append((.html, "the backend answered with an HTML page\(title.map { ", \"\($0)\"" } ?? "")"))
        }
        if response.status < 400, case .missing(let reason, let message) = find(place) {
            let words = message + (reason == .noToken ? instead(of: place) : "")
            if response.status < 300, saysItFailed { problems.append((.saysError, words)) }
            problems.append((reason, words))
        }
        return .refused(problems.map(\.reason), message: problems.first?.message ?? ExchangeReason.noToken.meaning)
    }

    // MARK: - What the answer says by itself

    var statusProblem: (reason: ExchangeReason, message: String)? {
        let said = "the backend answered \(response.status)"
        let words =
            excerpt.map { ": \($0)" } ?? (isHTML ? title.map { ": an HTML page, \"\($0)\"" } : nil) ?? ""
        switch response.status {
        case 500...: return (.serverError, said + words)
        case 404, 405, 410:
            return (
                .noEndpoint,
                "the backend has nothing at \(request.method) \(request.url.path) (\(response.status))\(words)"
            )
        case 400..<500 where isFormProtection:
            return (.formProtection, "the backend's CSRF check refused the exchange (\(response.status))\(words)")
        case 401, 403:
            return (
                .notAccepted, "the backend did not accept the request with the ID token (\(response.status))\(words)"
            )
        case 400...: return (.refused, said + words)
        case 300...:
            let target = response.headers.first("location").map { " to \($0)" } ?? ""
            return (leadsToOtherSlash ? .otherSlash : .redirected, "\(said), a redirect\(target)")
        default: return nil
        }
    }

    /// As frameworks call it in what they answer: Django, Rails, Laravel (whose status is 419), Express' csurf, Spring.
    private var isFormProtection: Bool {
        let text = ASCIIText.lowercased(response.body.prefix(65_536))
        return response.status == 419 || ["csrf", "xsrf", "authenticity token"].contains { text.contains($0) }
    }

    private var leadsToOtherSlash: Bool {
        guard let target = response.headers.first("location").flatMap({ try? request.url.resolving($0) }) else {
            return false
        }
        let (asked, given) = (request.url.path, target.path)
        return target.host == request.url.host && (given == asked + "/" || given + "/" == asked)
    }

    /// Whether a JSON answer says itself that it is none.
    private var saysItFailed: Bool {
        guard let json = try? JSONValue(parsing: response.body), json.objectValue != nil else { return false }
        let error = json["error"]
        let hasError = error?.stringValue?.isEmpty == false || error?.objectValue != nil || error == true
        let says = ["success", "ok"].contains { json[$0] == false } || json["status"] == "error"
        return hasError || says
    }

    /// What an answer that should have brought a token has instead.
    private func instead(of place: TokenPlace) -> String {
        if let message { return "; it says: \(message)" }
        if case .json = place { return "" }
        return memberNames.map { "; \($0)" } ?? ""
    }

    /// What a JSON answer without a message has: the names alone, since any of the values may be a secret.
    private var memberNames: String? {
        let names = (try? JSONValue(parsing: response.body))?.objectValue?.names ?? []
        return names.isEmpty ? nil : "its JSON has \(Self.line(names.joined(separator: ", ")))"
    }

    /// The message in a JSON answer.
    private var message: String? {
        (try? JSONValue(parsing: response.body)).flatMap(AnswerWords.message(in:)).map(Self.line)
    }

    /// A refusal's own words, in a line: of JSON the message, or what there is, of HTML nothing, of text the first line.
    private var excerpt: String? {
        guard !isHTML, !isCompressed else { return nil }
        if (try? JSONValue(parsing: response.body)) != nil { return message ?? memberNames }
        let line = response.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        return line.isEmpty ? nil : Self.line(line)
    }

    private static func line(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count > 200 ? String(line.prefix(200)) + "…" : line
    }

    /// Whether the body is gzip's, and nothing in the answer says so: what says so is read.
    var isCompressed: Bool { AnswerWords.isCompressed(response.body) }

    private var isHTML: Bool {
        if let type = response.headers.first("content-type"), ASCIIText.lowercased(type.utf8).contains("text/html") {
            return !response.body.isEmpty && (try? JSONValue(parsing: response.body)) == nil
        }
        return AnswerWords.isHTML(response.body)
    }

    private var title: String? { AnswerWords.title(ofHTML: response.body).map(Self.line) }

    // MARK: - The token

    private func judge(_ token: String, at place: TokenPlace, projectID: String) -> ExchangeOutcome {
        if let clause = ArrivedValue.shape(of: token, meant: nil).forms.lazy.compactMap(\.clauseIfPrinted).first {
            return .refused([.printedValue], message: "\(place.label) \(clause)")
        }
        if token.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            return .refused(
                [.controlCharacter],
                message: "\(place.label) has a token with a line break or another control character")
        }
        var problems: [(reason: ExchangeReason, message: String)] = []
        let read = try? UnverifiedToken(parsing: token)
        let others = tokens.filter { $0.token != token }
        // Of the same cookie any two values are one too many, tokens or not.
        if let other = others.first(where: { $0.place == place.label }) ?? others.first(where: { $0.isCustom }),
            read?.isCustomToken ?? true
        {
            let places = other.place == place.label ? "\(place.label) twice" : "\(place.label) and in \(other.place)"
            problems.append((.twoTokens, "the answer has a token in \(places), and they differ"))
        }
        if let read, read.isIDToken, !read.isCustomToken {
            problems.append((.idTokenCameBack, "\(place.label) holds an ID token, not a custom token"))
        }
        if let owner = read?.issuer.flatMap(Self.project), owner != projectID {
            problems.append(
                (.otherProject, "the custom token is of the project \(owner), and the page's is \(projectID)"))
        }
        guard let first = problems.first else { return .token(token) }
        return .refused(problems.map(\.reason), message: first.message)
    }

    /// The project of a service account's address, which custom tokens have as their issuer. The Admin SDK under the
    /// emulator's variable signs as nobody.
    private static func project(ofIssuer issuer: String) -> String? {
        let parts = issuer.split(separator: "@", omittingEmptySubsequences: false)
        let suffix = ".iam.gserviceaccount.com"
        guard parts.count == 2, parts[1].hasSuffix(suffix) else { return nil }
        return String(parts[1].dropLast(suffix.count))
    }
}

// What of a backend's redirects the app follows, and what they have to do with a refusal behind them.
extension ExchangeAnswer {
    /// Whether the app follows this answer, a redirect, to its next request, as `URLSession` does: unless the token came
    /// with it, or the redirect made a GET of a POST, which no exchange survives.
    public func isFollowed(by next: HTTPRequest, lookingIn place: TokenPlace) -> Bool {
        if case .found = find(place) { return false }
        return next.method == request.method
    }

    /// A refusal behind a redirect: the redirect is its cause when it led elsewhere, or took the credential away.
    func afterRedirects(_ reasons: [ExchangeReason], _ message: String) -> ExchangeOutcome {
        guard let first = redirects.first,
            let redirect = ExchangeAnswer(first.response, to: first.request).statusProblem
        else { return .refused(reasons, message: message) }
        let isBare = first.request.headers.contains("authorization") && !request.headers.contains("authorization")
        guard isBare || redirect.reason != .otherSlash else {
            return .refused(reasons + [redirect.reason], message: "\(message), after a redirect to \(request.url.path)")
        }
        let lost = isBare ? ", another origin, which does not get the Authorization header" : ""
        return .refused([redirect.reason] + reasons, message: "\(redirect.message)\(lost); there \(message)")
    }
}
