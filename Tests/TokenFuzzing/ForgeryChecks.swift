import BridgePrimitives
import FuzzSupport
import Tokens

/// What no key of the verifiers' signed is never taken by strict ones.
enum ForgeryChecks {
    /// Any text at all.
    static func text(_ input: TokenInput, _ checker: inout Checker) {
        reading(input.text, &checker)
        refused(input.text, input, &checker)
        let verdict = TokenKeys.customTokenVerifier(.strict).verify(input.text, now: input.now)
        if case .bareJSON? = try? PresentedCustomToken(parsing: input.text) {
            checker.check("bare JSON is called that", verdict.refusals.contains(.bareJSON), "\(verdict.refusals)")
        }
    }

    /// Signed by another key of the same id, or for something else.
    static func foreignSignature(_ input: TokenInput, _ checker: inout Checker) {
        guard let keys = TokenKeys.pair(&checker) else { return }
        let (header, payload) = input.parts
        let message = "\(Base64URL.encode(header)).\(Base64URL.encode(payload))"
        let signer = input.choice % 5 == 0 ? keys.foreign : keys.own
        let signed = input.choice % 5 == 1 ? payload : Array(message.utf8)
        guard var signature = try? signer.signature(for: signed) else { return }
        switch input.choice % 5 {
        case 2: signature.removeLast()
        case 3: signature[input.choice % signature.count] ^= 1
        case 4: signature.insert(0, at: 0)
        default: break
        }
        refused("\(message).\(Base64URL.encode(signature))", input, &checker)
    }

    /// A good token with bytes put in, taken out and changed: any change at all makes it no token.
    static func damage(_ input: TokenInput, _ checker: inout Checker) {
        guard let keys = TokenKeys.pair(&checker) else { return }
        let claims = input.choice.isMultiple(of: 2) ? TokenKeys.idClaims : TokenKeys.customClaims
        guard let good = TokenKeys.signed(TokenKeys.header, JSONValue.object(claims).bytes(), by: keys.own) else {
            return
        }
        var text = Array(good.utf8)
        var edits = input.payload[...]
        while edits.count >= 3, !text.isEmpty {
            let place = (Int(edits.removeFirst()) << 4 ^ Int(edits.removeFirst())) % text.count
            let byte = edits.removeFirst()
            switch byte % 3 {
            case 0: text.remove(at: place)
            case 1: text.insert(byte, at: place)
            default: text[place] = byte
            }
        }
        let damaged = String(decoding: text, as: UTF8.self)
        let usual = TokenInput(at: TokenInput.usualNow)
        if damaged.utf8.elementsEqual(good.utf8) {
            let isTaken =
                TokenKeys.idTokenVerifier(.strict).verify(good, keys: TokenKeys.idTokens, now: usual.now).verified
                != nil
                || TokenKeys.customTokenVerifier(.strict).verify(good, now: usual.now).verified != nil
            checker.check("a good token is taken", isTaken, good)
        } else {
            refused(damaged, usual, &checker)
        }
    }

    /// What was read is what stands there.
    private static func reading(_ text: String, _ checker: inout Checker) {
        do throws(TokenReason) {
            let token = try UnverifiedToken(parsing: text)
            checker.equal("a token shows nothing of itself", "\(token)", "<redacted>")
            let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            checker.equal("a token has three parts", parts.count, 3)
            for part in parts {
                checker.same(
                    "a part has one spelling", Base64URL.decode(part).map { Base64URL.encode($0) },
                    String(decoding: part, as: UTF8.self))
            }
        } catch {
            checker.check(
                "a text is refused for what it is", [.empty, .tooLarge, .malformed, .notJSON].contains(error),
                "\(error)")
        }
    }

    private static func refused(_ text: String, _ input: TokenInput, _ checker: inout Checker) {
        let id = TokenKeys.idTokenVerifier(.strict)
            .verify(text, keys: TokenKeys.idTokens, now: input.now, clockSkew: input.skew)
        let custom = TokenKeys.customTokenVerifier(.strict).verify(text, now: input.now, clockSkew: input.skew)
        checker.check("strict takes no ID token that nobody signed", id.verified == nil, text)
        checker.check("strict takes no custom token that nobody signed", custom.verified == nil, text)
        for reasons in [id.refusals, custom.refusals] {
            checker.check("a refusal has reasons", !reasons.isEmpty, text)
            checker.check("a reason comes once", Set(reasons).count == reasons.count, "\(reasons)")
        }
    }
}
