import BridgePrimitives
import BridgeTrace
import Tokens

/// What a pasted credential is, for whom, since when and for how long, and what each reader says to it.
struct TokenReport: Sendable {
    private let credential: PastedText.Credential
    private let verdicts: [ReaderVerdict]
    /// The readers' project; nil where neither the token nor anybody names one.
    private let projectID: String?
    private let now: Instant
    private let masking: Masking

    /// - Parameters:
    ///   - projectID: nil for the credential's own.
    ///   - masking: learns the credential before anything is told.
    init(
        _ credential: PastedText.Credential, projectID: String?, keys: KnownKeys, now: Instant, masking: Masking
    ) {
        (self.credential, self.now, self.masking) = (credential, now, masking)
        self.projectID = projectID ?? credential.inspected.projectID
        verdicts = credential.inspected.verdicts(projectID: projectID, keys: keys, now: now)
        _ = masking.secret(credential.inspected.text.reveal())
    }

    // MARK: - For people

    var lines: [String] {
        let inspected = credential.inspected
        let place = credential.name.map { "\(masking.text($0)): " } ?? ""
        let isForNobody = inspected.kind == .customToken && inspected.uid == nil
        let subject = inspected.uid.map { " for \(masking.text($0))" } ?? (isForNobody ? " that names no uid" : "")
        let project = inspected.projectID.map { ", of project \(masking.text($0))" } ?? ""
        var lines = ["\(place)\(inspected.kind.words)\(subject)\(project)", "    \(inspected.kind.use)"]
        lines.append(row("token", masking.secret(inspected.text.reveal()).text))
        for (title, text) in facts { lines.append(row(title, text)) }
        for repair in credential.repairs {
            let names = repair == .repeatedName ? " (\(inspected.repeatedNames.joined(separator: ", ")))" : ""
            lines.append(row("!", "\(repair.meaning)\(masking.text(names))  \(repair.rawValue) → \(repair.fix)"))
        }
        guard inspected.token != nil else { return lines }
        lines += ["", "Who takes it at \(now.rfc3339)" + (projectID.map { ", in project \(masking.text($0))" } ?? "")]
        return lines + verdicts.flatMap(self.lines)
    }

    private var facts: [(String, String)] {
        guard let token = credential.inspected.token else { return [] }
        var facts: [(String, String)] = []
        facts.append(("issuer", masking.text(token.issuer ?? "none").text))
        facts.append(("audience", masking.text(token.payload["aud"]?.text() ?? "none").text))
        if let issued = token.issueTime { facts.append(("issued", "\(told(issued)), \(distance(to: issued))")) }
        if let expiry = token.expiry {
            facts.append((expiry > now ? "expires" : "expired", "\(told(expiry)), \(distance(to: expiry))"))
        }
        if let signIn = token.authTime { facts.append(("sign-in", "\(told(signIn)), \(distance(to: signIn))")) }
        // A key's id is published, and looks like a secret.
        let key = token.keyID.map { ", key \($0.prefix(64))" } ?? ", no key id"
        facts.append(("signed", masking.text(token.algorithm ?? "no algorithm").text + key))
        let rest = remainingClaims(of: token)
        if !rest.isEmpty { facts.append(("claims", masking.text(JSONValue.object(rest).text()).text)) }
        return facts
    }

    /// What no row of its own tells.
    private func remainingClaims(of token: UnverifiedToken) -> JSONObject {
        var claims = token.payload
        for name in ["iss", "aud", "iat", "exp", "auth_time", "sub", "uid", "user_id"] { claims[name] = nil }
        return claims
    }

    private func lines(_ verdict: ReaderVerdict) -> [String] {
        let condition = verdict.awaitsSignature ? "  if its signature is good, which no key was given for" : ""
        let tolerated = verdict.tolerated.isEmpty ? "" : "  though \(codes(verdict.tolerated))"
        guard let message = verdict.message else {
            return ["    takes it    \(verdict.reader.rawValue)\(condition)\(tolerated)"]
        }
        var lines = ["    refuses it  \(verdict.reader.rawValue)  \(masking.text(message.told))"]
        // The backend's words are the reasons.
        guard verdict.reader != .backend, let first = verdict.refusals.first else { return lines }
        lines.append("                \(first.rawValue) → \(first.fix)")
        // What else is wrong with a token of another kind is of no interest.
        guard verdict.refusals.count > 1, ![.isCustomToken, .isIDToken, .isSessionCookie].contains(first) else {
            return lines
        }
        return lines + verdict.refusals.dropFirst().map { "                \($0.rawValue) → \($0.fix)" }
    }

    private func row(_ title: String, _ text: String) -> String {
        "    \(title.padded(to: 12, gap: 1))\(text)"
    }

    private func told(_ time: Instant) -> String { String(time.rfc3339.prefix(19)) + "Z" }

    private func distance(to time: Instant) -> String {
        time > now ? "in \((time - now).twoUnits)" : "\((now - time).twoUnits) ago"
    }

    private func codes(_ reasons: [TokenReason]) -> String { reasons.map(\.rawValue).joined(separator: ", ") }

    // MARK: - For machines

    var json: JSONValue {
        let inspected = credential.inspected
        var object = JSONObject([("kind", .string(inspected.kind.rawValue))])
        object["name"] = credential.name.map { .string(masking.text($0).text) }
        object["token"] = .string(masking.secret(inspected.text.reveal()).text)
        object["project"] = inspected.projectID.map { .string(masking.text($0).text) }
        object["uid"] = inspected.uid.map { .string(masking.text($0).text) }
        if let token = inspected.token {
            object["issued"] = token.issueTime.map { .string($0.rfc3339) }
            object["expires"] = token.expiry.map { .string($0.rfc3339) }
            object["age_seconds"] = token.issueTime.map { .integer((now - $0).components.seconds) }
            object["left_seconds"] = token.expiry.map { .integer(($0 - now).components.seconds) }
            object["header"] = .object(masked(token.header))
            object["claims"] = .object(masked(token.payload))
        }
        object["at"] = .string(now.rfc3339)
        object["repairs"] = .codes(credential.repairs)
        if inspected.token != nil { object["readers"] = .array(verdicts.map(json)) }
        return .object(object)
    }

    /// A token may hold another one.
    private func masked(_ claims: JSONObject) -> JSONObject {
        (try? JSONValue(parsing: masking.text(JSONValue.object(claims).text()).text))?.objectValue ?? JSONObject()
    }

    private func json(_ verdict: ReaderVerdict) -> JSONValue {
        var object = JSONObject([
            ("reader", .string(verdict.reader.rawValue)), ("accepts", .bool(verdict.accepts)),
            ("signature_checked", .bool(!verdict.awaitsSignature)),
            ("reasons", .codes(verdict.refusals)),
        ])
        if !verdict.tolerated.isEmpty {
            object["tolerated"] = .codes(verdict.tolerated)
        }
        object["message"] = verdict.message.map { message in
            ["code": .string(message.code), "text": .string(masking.text(message.text).text)]
        }
        return .object(object)
    }
}
