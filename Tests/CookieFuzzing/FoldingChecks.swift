import BridgePrimitives
import Cookies
import FuzzSupport

/// Folded header lines: no byte but commas and blanks gets lost between them.
enum FoldingChecks {
    static func run(_ input: FuzzInput, _ checker: inout Checker) {
        let parts = SetCookieFolding.unfolded(input.payload)
        let isKept: (UInt8) -> Bool = { $0 > 0x20 && $0 != UInt8(ascii: ",") }
        checker.equal(
            "unfolding keeps all but separators", parts.flatMap { $0 }.filter(isKept), input.payload.filter(isKept))
        checker.check("no part is empty", parts.allSatisfy { !$0.isEmpty }, "\(parts)")
        for part in parts { checker.equal("a part is one line", SetCookieFolding.unfolded(part), [part]) }
        checker.equal(
            "folding parts and unfolding gives them back",
            SetCookieFolding.unfolded(SetCookieFolding.folded(parts)).count, parts.count)

        let read = NativeCookie.cookies(withSetCookieFields: [input.payload], for: input.page, now: FuzzInput.now)
        checker.equal("each part gets an answer", read.count, parts.count)
        for answer in read {
            checker.check("no cookie has a note", answer.cookie != nil || !answer.notes.isEmpty, "\(answer)")
            checker.check("a note comes once", Set(answer.notes).count == answer.notes.count, "\(answer)")
            guard let cookie = answer.cookie else { continue }
            checker.check("a path starts with a slash", cookie.path.utf8.first == UInt8(ascii: "/"), "\(cookie)")
        }
        var jar = CookieJar(profile: input.profile, publicSuffixes: DefaultRuleSuffixes())
        for cookie in read.compactMap(\.cookie) { _ = jar.store(native: cookie, now: FuzzInput.now) }
        JarChecks.views(of: &jar, at: input.page, now: FuzzInput.now, &checker)
    }
}
