import BridgePrimitives
import BridgeTrace
import Captures
import Diagnosis
import Tokens

extension RecordedToken {
    /// Each token at its first sighting, and at the first one at which it is refused.
    ///
    /// - Parameter trades: of the whole recording: what was accepted there is not refused.
    static func all(in exchanges: [CapturedExchange], trades: TokenTrades) -> [RecordedToken] {
        var found: [RecordedToken] = []
        var seen: Set<[String]> = []
        for (index, exchange) in exchanges.enumerated() {
            func look(at value: String, cookie: String?, isSet: Bool = false) {
                // What was masked has neither kind nor age.
                guard ShownSecret(value) == nil, !value.contains("…"),
                    let credential = try? PastedText(value).credentials.first?.inspected, credential.kind != .noToken
                else { return }
                let token = RecordedToken(
                    cookie: cookie, hop: index + 1, isSet: isSet, credential,
                    at: isSet ? exchange.start + exchange.duration : exchange.start,
                    trades.outcome(ofTokenSeenAt: exchange.start))
                guard seen.insert([cookie ?? "", value, token.verdict.accepts ? "" : "refused"]).inserted else {
                    return
                }
                found.append(token)
            }
            for pair in CookiePair.read(exchange.cookieHeader?.reveal()) { look(at: pair.value, cookie: pair.name) }
            if let bearer = exchange.bearer { look(at: bearer.reveal(), cookie: nil) }
            for line in exchange.setCookies {
                guard let pair = CookiePair.set(by: line.reveal()) else { continue }
                look(at: pair.value, cookie: pair.name, isSet: true)
            }
        }
        return found
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
            // Not where the recording shows that it was accepted.
            ("reasons", .codes(outcome == .accepted ? [] : verdict.refusals.map(\.code))),
        ])
        object["cookie"] = cookie.map { .string($0) }
        object["project"] = inspected.projectID.map { .string(masking.text($0).text) }
        object["issuer"] = inspected.issuer.map { .string(masking.text($0).text) }
        object["age_seconds"] = age.map { .integer($0.components.seconds) }
        return .object(object)
    }
}
