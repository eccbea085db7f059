import BridgePrimitives
import FuzzSupport
import Tokens

/// Tokens whose signature is good: the verdict is the one that the claims, looked at one by one, give.
enum ClaimChecks {
    static func idToken(_ input: TokenInput, _ checker: inout Checker) {
        guard let text = signed(input, &checker) else { return }
        let strict = TokenKeys.idTokenVerifier(.strict)
            .verify(text, keys: TokenKeys.idTokens, now: input.now, clockSkew: input.skew)
        let lenient = TokenKeys.idTokenVerifier(.lenient)
            .verify(text, keys: TokenKeys.idTokens, now: input.now, clockSkew: input.skew)
        let reference = ReferenceClaims(input)
        checker.equal(
            "an ID token is taken when its claims hold", strict.verified != nil, reference?.isIDToken ?? false)
        judge(strict.refusals, isTaken: strict.verified != nil, &checker)
        judge(lenient.refusals, isTaken: lenient.verified != nil, &checker)
        if let verified = strict.verified {
            checker.same("the uid is the subject", verified.uid, reference?.payload["sub"]?.stringValue)
            checker.check(
                "strict promises times",
                verified.expiry != nil && verified.authTime != nil && verified.issueTime != nil,
                text)
            checker.equal("strict tolerates nothing", verified.tolerated, [])
            checker.check("what strict takes, lenient takes", lenient.verified != nil, "\(lenient.refusals)")
        } else if let verified = lenient.verified {
            checker.equal("lenient tolerates what strict refuses", verified.tolerated, strict.refusals)
        }
    }

    static func customToken(_ input: TokenInput, _ checker: inout Checker) {
        guard let text = signed(input, &checker) else { return }
        let strict = TokenKeys.customTokenVerifier(.strict).verify(text, now: input.now, clockSkew: input.skew)
        let lenient = TokenKeys.customTokenVerifier(.lenient).verify(text, now: input.now, clockSkew: input.skew)
        let reference = ReferenceClaims(input)
        checker.equal(
            "a custom token is taken when its claims hold", strict.verified != nil, reference?.isCustomToken ?? false)
        judge(strict.refusals, isTaken: strict.verified != nil, &checker)
        judge(lenient.refusals, isTaken: lenient.verified != nil, &checker)
        if let verified = strict.verified {
            checker.same("the uid is the token's", verified.uid, reference?.payload["uid"]?.stringValue)
            checker.equal("strict tolerates nothing", verified.tolerated, [])
            checker.check("what strict takes, lenient takes", lenient.verified != nil, "\(lenient.refusals)")
        } else if let verified = lenient.verified {
            checker.equal("lenient tolerates what strict refuses", verified.tolerated, strict.refusals)
            checker.check("somebody is signed in", !verified.uid.isEmpty, text)
        }
    }

    private static func signed(_ input: TokenInput, _ checker: inout Checker) -> String? {
        guard let keys = TokenKeys.pair(&checker) else { return nil }
        return TokenKeys.signed(input.parts.header, input.parts.payload, by: keys.own)
    }

    private static func judge(_ reasons: [TokenReason], isTaken: Bool, _ checker: inout Checker) {
        checker.check("a refusal has reasons, and nothing else has", reasons.isEmpty == isTaken, "\(reasons)")
        checker.check("a reason comes once", Set(reasons).count == reasons.count, "\(reasons)")
    }
}
