import BridgePrimitives
import BridgeTrace
import Reasons
import Wording

/// What a server, its SDK or its runtime said in words of its own, and whether that fits the token that it was sent.
///
/// Other people's sentences are a table (``Sentences``). A match is a cause only beside what the trace knows of the token; if
/// the two disagree, the message says so. What no row of the table knows is quoted.
struct ServerWords {
    let journey: Journey

    /// The cause behind a refusal, in the words of an answer or of what a started server printed.
    ///
    /// - Parameters:
    ///   - what: what came to nothing, as a sentence without its end: `exchange failed`.
    ///   - start: the first event that can have the words.
    ///   - end: the last one.
    ///   - request: the page's own request, whose token is known only if its header shows it; nil for the app's exchange.
    func gap(
        because what: String, from start: Int, through end: Int = .max, to request: RequestEvent? = nil
    ) -> Gap? {
        let events = journey.events(from: start, through: end)
        for event in events {
            guard case .response(let response) = event.kind, let said = response.said,
                let gap = gap(what, saying: said.text, request, at: event.sequence)
            else { continue }
            return gap
        }
        for (sequence, text) in printed(in: events) {
            if let gap = gap(what, saying: text, request, at: sequence) { return gap }
        }
        return nil
    }

    /// What a started server printed meanwhile, as a sentence: the line that names the error, or its last one that is no
    /// access log's; empty where it printed none.
    ///
    /// - Parameter text: what is said already: a line that it has is left out.
    func log(from start: Int, through end: Int = .max, besides text: String = "") -> String {
        let events = journey.events(from: start, through: end)
        let line = printed(in: events).lazy.compactMap { _, text in
            ErrorLine.naming(in: text.split(separator: "\n").map(String.init))?.line
        }.first
        guard let line, !text.contains(line) else { return "" }
        return " The server's log says: \(Self.line(line))"
    }

    /// All that each process printed, in one text.
    private func printed(in events: ArraySlice<TraceEvent>) -> [(sequence: Int, text: String)] {
        var texts: [String: (sequence: Int, text: String)] = [:]
        for event in events {
            guard case .printed(let printed) = event.kind else { continue }
            texts[printed.process, default: (event.sequence, "")].text += "\(printed.text)\n"
        }
        return texts.values.sorted { $0.sequence < $1.sequence }
    }

    private func gap(_ what: String, saying text: String, _ request: RequestEvent?, at sequence: Int) -> Gap? {
        guard let match = Sentences.match(text) else { return nil }
        let token = journey.tokenSent(before: sequence, in: request)
        let agreement = token.map { match.agrees(with: $0) } ?? .unknown
        // A sentence that others use too says nothing by itself.
        if match.sentence.isShort, agreement != .agrees { return nil }
        let meaning = ReasonCatalogue.all[match.reason]?.meaning ?? ""
        let quote = " The server says: \(Self.line(match.quoted))"
        // The audience of every custom token.
        if match.gotProject?.hasSuffix("identitytoolkit.v1.IdentityToolkit") == true {
            return Gap(
                TokenReason.isCustomToken,
                "\(what): the server was sent a custom token, and it verifies ID tokens.\(quote)",
                at: sequence)
        }
        if case .contradicts(let because) = agreement {
            return Gap(
                code: match.reason, "\(what): \(meaning)\(quote) But \(because).",
                fix: "Log the token that the server verifies, and its clock, and compare them with what the app sent.",
                at: sequence)
        }
        if token?.isSigned == false, Self.wantsSignature.contains(match.sentence.kind) {
            return Gap(
                SDKReason.wantsSignedToken,
                "\(what): the project file says `strictness: lenient`, whose ID tokens are unsigned, and the server verifies"
                    + " signatures.\(quote)", at: sequence)
        }
        if let wanted = match.expectedProject, let got = match.gotProject ?? token?.project, wanted != got {
            return Gap(
                code: match.reason,
                "\(what): the server verifies for the project \(wanted), and the ID token is of \(got).\(quote)",
                fix:
                    "Set up the server for \(got) (GOOGLE_CLOUD_PROJECT, or projectId as its SDK is initialised), or let the"
                    + " app sign in to \(wanted).", at: sequence)
        }
        if let behind = match.clockIsBehind {
            return Gap(
                code: match.reason,
                "\(what): the server's clock is \(behind.components.seconds) s behind, so the token is of its future.\(quote)",
                fix: "Set the server's clock by NTP.", at: sequence)
        }
        return Gap(
            code: match.reason, "\(what): \(meaning)\(quote)", fix: ReasonCatalogue.all[match.reason]?.fix ?? "",
            at: sequence)
    }

    /// What a verifier says of an unsigned token, each library in its own way.
    private static let wantsSignature: Set<SentenceKind> = [
        .unsigned, .noKid, .unknownKid, .wrongAlgorithm, .badSignature, .noVerificationKey,
    ]

    /// In one line, and cut where it is long.
    private static func line(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let cut = line.count > 300 ? "\(line.prefix(300))…" : line
        return cut.hasSuffix(".") || cut.hasSuffix("…") ? cut : "\(cut)."
    }
}

extension Journey {
    /// What the trace knows of the ID token that was sent, as of an event; nil where there was none, or where it is not known
    /// which one it was.
    fileprivate func tokenSent(before sequence: Int, in request: RequestEvent?) -> SentToken? {
        let issue = events.last { event in
            guard event.sequence < sequence, event.actor == .auth, case .token(let token) = event.kind else {
                return false
            }
            return token.action == .issued && token.form == .idToken
        }
        guard let issue, case .token(let issued) = issue.kind, let now = events.last(where: { $0.sequence <= sequence })
        else { return nil }
        if let request, !request.fields.contains(where: { $0.value.text.hasSuffix(issued.token.text) }) { return nil }
        var token = SentToken(.idToken, project: projectID)
        token.issuer = projectID.map { "https://securetoken.google.com/\($0)" }
        token.age = now.at - issue.at
        token.remaining = issue.at + .seconds(3600) - now.at
        (token.isRevoked, token.userExists, token.userIsDisabled) = (false, true, false)
        for event in events where event.sequence < sequence {
            switch event.kind {
            case .token(let other) where other.token == issued.token && other.action == .accepted:
                token.isSigned = !other.reasons.contains(TokenReason.wrongAlgorithm.code)
            case .account(let account) where account.uid == issued.uid && event.actor == .auth:
                if account.action == .deleted { token.userExists = false }
                if event.sequence > issue.sequence, account.reasons.contains(AccountChangeReason.sessionsEnded.code) {
                    token.isRevoked = true
                }
                if account.reasons.contains(AuthReason.userDisabled.code) { token.userIsDisabled = true }
            default: continue
            }
        }
        return token
    }
}
