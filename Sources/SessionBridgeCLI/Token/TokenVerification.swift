import BridgePrimitives
import BridgeTrace
import Tokens

/// One verifier's verdict on a token, check by check.
struct TokenVerification: Sendable {
    let verdict: ReaderVerdict
    private let now: Instant
    private let masking: Masking

    /// - Parameters:
    ///   - reader: nil for the one that the kind of token is for.
    ///   - keys: each is tried; the first that accepts decides.
    init(
        _ credential: InspectedCredential, by reader: TokenReader?, projectID: String?, keys: [KnownKeys],
        now: Instant, clockSkew: Duration, masking: Masking
    ) {
        let reader = reader ?? credential.kind.reader
        _ = masking.secret(credential.text.reveal())
        let verdicts = keys.map {
            credential.verdict(of: reader, projectID: projectID, keys: $0, now: now, clockSkew: clockSkew)
        }
        // With the wrong key all else is as it is with the right one.
        let best = verdicts.min { $0.refusals.count < $1.refusals.count }
        verdict =
            best
            ?? credential.verdict(of: reader, projectID: projectID, keys: KnownKeys(), now: now, clockSkew: clockSkew)
        (self.now, self.masking) = (now, masking)
    }

    var isAccepted: Bool { verdict.accepts && !verdict.awaitsSignature }

    var lines: [String] {
        var lines = [
            (isAccepted ? "accepted" : verdict.accepts ? "not decided" : "refused")
                + " by \(verdict.reader.rawValue) at \(now.rfc3339)"
        ]
        if let message = verdict.message { lines.append("    \(masking.text(message.told))") }
        for (check, outcome) in TokenCheck.outcomes(of: verdict) {
            let name = check.rawValue.padded(to: 18, gap: 1)
            switch outcome {
            case .passed: lines.append("  ✓ \(check.rawValue)")
            case .notMade: lines.append("  – \(name)not checked")
            case .failed(let reasons):
                lines += reasons.map { "  ✗ \(name)\($0.rawValue): \($0.meaning) → \($0.fix)" }
            }
        }
        return lines
    }

    var json: JSONValue {
        var object = JSONObject([
            ("reader", .string(verdict.reader.rawValue)), ("accepted", .bool(isAccepted)),
            ("at", .string(now.rfc3339)),
            ("reasons", .codes(verdict.refusals)),
        ])
        object["message"] = verdict.message.map { message in
            ["code": .string(message.code), "text": .string(masking.text(message.text).text)]
        }
        object["checks"] = .array(
            TokenCheck.outcomes(of: verdict).map { check, outcome in
                let (word, reasons): (String, [TokenReason]) =
                    switch outcome {
                    case .passed: ("passed", [])
                    case .notMade: ("not-made", [])
                    case .failed(let reasons): ("failed", reasons)
                    }
                return [
                    "check": .string(check.rawValue), "outcome": .string(word),
                    "reasons": .codes(reasons),
                ]
            })
        return .object(object)
    }
}
