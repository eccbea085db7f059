import BridgePrimitives

// Places that set a cookie and that no rule can judge: the name is known only when the program runs, or the call is not one
// of those that are read.
extension Code {
    /// - Parameter judged: the offsets of the cookies that a jar was asked about.
    /// - Complexity: O(n) in tokens, times the logarithm of the cookies.
    func cookiesNotJudged(_ judged: [Int]) -> [Int] {
        let judged = judged.sorted()
        return callLimited { index -> Int? in
            guard let range = cookieSetting(at: index) else { return nil }
            let isJudged = judged.contains { range.contains($0) }
            return isJudged ? nil : range.lowerBound
        }
    }

    /// The bytes of a statement that sets a cookie, if it begins at the token.
    private func cookieSetting(at index: Int) -> Range<Int>? {
        let isAssignment =
            text(index) == "document" && text(index + 1) == "." && text(index + 2) == "cookie" && text(index + 3) == "="
        let end: Int
        if isAssignment {
            end = expressionEnd(from: index + 4)
        } else if let name = literal(index)?.known, ASCIIText.isSame(name.utf8, "set-cookie".utf8),
            [",", "]", ":"].contains(text(index + 1))
        {
            // What reads such a field passes its name alone.
            guard text(index + 1) != "]" || text(index + 2) == "=" else { return nil }
            end = expressionEnd(from: index + (text(index + 1) == "]" ? 3 : 2))
        } else if isCookieCall(index) {
            end = close(of: index + 1)
        } else {
            return nil
        }
        return offset(index)..<max(offset(index) + 1, offset(end))
    }

    /// `res.cookie(…)`, `response.set_cookie(…)`, `Cookies.set(…)`, `cookies().set(…)`.
    private func isCookieCall(_ index: Int) -> Bool {
        guard file.language != .swift, text(index + 1) == "(", tokens[index].kind == .word, text(index - 1) == "."
        else {
            return false
        }
        switch text(index) {
        case "set_cookie", "setCookie", "set_signed_cookie": return true
        case "cookie": return ["res", "response", "reply"].contains(text(index - 2))
        case "set":
            // The owner may be a call, `cookies()`, that is awaited in parentheses.
            let start = partner(of: index - 2).map { max(0, $0 - 1) } ?? index - 2
            return (start..<index).contains { Self.cookieOwners.contains(text($0)) }
        default: return false
        }
    }

    private static let cookieOwners: Set<String> = ["Cookies", "cookies", "cookieStore", "cookieJar"]
}
