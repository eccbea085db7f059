import BridgePrimitives
import BridgeTrace
import Captures
import Tokens

/// A token that a recording has in a cookie or a bearer header, and what whoever it is for would have said then.
struct CapturedToken {
    /// The cookie's name; nil for `Authorization`.
    let cookie: String?
    let hop: Int
    /// Whether an answer set it; else a request had it.
    let isSet: Bool
    let inspected: InspectedCredential
    /// At the time of the request.
    let verdict: ReaderVerdict
    let age: Duration?
    /// Of a custom token; others are traded nowhere.
    let outcome: TokenTrades.Outcome

    /// Each token at its first sighting, and at the first one at which it is refused.
    ///
    /// - Parameter trades: of the whole recording: what was accepted there is not refused.
    static func all(in exchanges: [CapturedExchange], trades: TokenTrades) -> [CapturedToken] {
        var found: [CapturedToken] = []
        var seen: Set<[String]> = []
        for (index, exchange) in exchanges.enumerated() {
            func look(at value: String, cookie: String?, isSet: Bool) {
                // What was masked has neither kind nor age.
                guard ShownSecret(value) == nil, !value.contains("…"),
                    let credential = try? PastedText(value).credentials.first?.inspected,
                    credential.kind != .noToken
                else { return }
                let verdict = credential.verdict(
                    of: credential.kind.reader, projectID: nil, keys: KnownKeys(), now: exchange.start)
                guard seen.insert([cookie ?? "", value, verdict.accepts ? "" : "refused"]).inserted else { return }
                found.append(
                    CapturedToken(
                        cookie: cookie, hop: index + 1, isSet: isSet, inspected: credential, verdict: verdict,
                        age: credential.issueTime.map { exchange.start - $0 },
                        outcome: credential.kind == .customToken
                            ? trades.outcome(ofTokenSeenAt: exchange.start) : .untried))
            }
            for pair in CookiePair.read(exchange.cookieHeader?.reveal()) {
                look(at: pair.value, cookie: pair.name, isSet: false)
            }
            if let bearer = exchange.bearer { look(at: bearer.reveal(), cookie: nil, isSet: false) }
            for line in exchange.setCookies {
                let first = line.reveal().utf8.prefix { $0 != UInt8(ascii: ";") }
                guard let pair = CookiePair.read(String(decoding: first, as: UTF8.self)).first else { continue }
                look(at: pair.value, cookie: pair.name, isSet: true)
            }
        }
        return found
    }

    /// Why whoever it is for refuses it: not where the recording shows that it was accepted.
    var refusals: [ReasonCode] { outcome == .accepted ? [] : verdict.refusals.map(\.code) }
    /// Whether nobody tried a custom token.
    var isUntried: Bool { inspected.kind == .customToken && outcome == .untried }
    /// Whether an emulator would take it: which service the page would have asked, nobody knows.
    var isForEmulatorOnly: Bool {
        isUntried && verdict.refusals.allSatisfy { $0 == .mintedForEmulator || $0 == .wrongAlgorithm }
    }

    func text(_ masking: Masking) -> String {
        let place = cookie.map { CookieLabel.text($0) } ?? "Authorization"
        let project = inspected.projectID.map { ", project \(masking.text($0))" } ?? ""
        let age = age.map { $0 < .zero ? ", issued later" : ", \($0.twoUnits) old" } ?? ""
        let refused = verdict.message.map { message in
            "; \(isUntried ? "production's " : "")\(verdict.reader.rawValue) \(isUntried ? "would refuse" : "refuses") it: \(masking.text(message.told))"
                + "  \(verdict.refusals.map(\.rawValue).joined(separator: ", "))"
        }
        let known = inspected.token == nil || outcome == .accepted ? nil : refused
        return "\(place)  request \(hop)\(isSet ? "'s answer" : ""): \(inspected.kind.words)\(project)\(age)"
            + "  \(masking.secret(inspected.text.reveal()))\(known ?? "")"
    }

    func json(_ masking: Masking) -> JSONValue {
        var object = JSONObject([
            ("hop", .integer(Int64(hop))), ("set", .bool(isSet)), ("kind", .string(inspected.kind.rawValue)),
            ("token", .string(masking.secret(inspected.text.reveal()).text)),
            ("reasons", .codes(refusals)),
        ])
        object["cookie"] = cookie.map { .string($0) }
        object["project"] = inspected.projectID.map { .string(masking.text($0).text) }
        object["issuer"] = inspected.issuer.map { .string(masking.text($0).text) }
        object["age_seconds"] = age.map { .integer($0.components.seconds) }
        return .object(object)
    }
}
