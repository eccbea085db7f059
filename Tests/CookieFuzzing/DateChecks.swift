import BridgePrimitives
import Cookies
import FuzzSupport

/// Dates, through `Expires`: what is read is also what is read back.
enum DateChecks {
    static func run(_ input: FuzzInput, _ checker: inout Checker) {
        // A semicolon would end the attribute, and the rest could be one that decides.
        let text = input.payload.filter { $0 != UInt8(ascii: ";") }
        for now in [FuzzInput.now, Instant(millisecondsSinceEpoch: -62_000_000_000_000)] {
            guard let expiry = expiry(of: text, input, now: now) else { continue }
            checker.check("a stored cookie expires later", expiry > now, "\(expiry)")
            checker.check("dates are in the years that are read", expiry.civilTime.year <= 9999, "\(expiry)")
            // What a zone, a cap or a century changed must not change again.
            let printed = expiry.imfFixdate
            checker.equal(
                "a printed date reads as itself", self.expiry(of: Array(printed.utf8), input, now: now), expiry)
        }
    }

    /// Nil for a cookie that was not stored or has no expiry.
    private static func expiry(of text: [UInt8], _ input: FuzzInput, now: Instant) -> Instant? {
        guard let page = FuzzInput.pages.first else { return nil }
        var jar = CookieJar(profile: input.profile, publicSuffixes: DefaultRuleSuffixes())
        let decision = jar.store(setCookie: Array("a=1; Expires=".utf8) + text, from: page, now: now)
        return decision.isInJar ? decision.cookie?.expiry : nil
    }
}
