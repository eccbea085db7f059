import BridgePrimitives

// Tokens in addresses, and tokens that stand in the source itself.
extension LintRun {
    mutating func judgeURLs(_ code: Code) {
        judgeTexts(code)
        judgeQueryItems(code)
        judgeWrittenTokens(code)
    }

    /// `https://…?token=\(token)`, and `'/?token=' + t`: a parameter with a token's name has one, whatever the
    /// variable is called.
    private mutating func judgeTexts(_ code: Code) {
        var found = 0
        for index in code.tokens.indices where found < Code.matchLimit {
            guard let literal = code.literal(index) else { continue }
            var before = ""
            for piece in literal.pieces {
                switch piece {
                case .text(let text, _): before += text
                case .expression(let words, let at):
                    if let name = Self.parameter(endingIn: before), TokenWords.areGiven(words, as: name) {
                        found += 1
                        tellURL(code, at: at, name)
                    }
                    before += "x"
                }
            }
            // "…?token=" + token
            guard code.text(index + 1) == "+", let name = Self.parameter(endingIn: before) else { continue }
            found += 1
            let rest = (index + 2)..<code.expressionEnd(from: index + 2)
            let isTold =
                code.words(in: rest).contains(where: TokenWords.isToken)
                || code.parts(rest, at: "+").first.map { TokenWords.areGiven(code.words(in: $0), as: name) } ?? false
            if isTold { tellURL(code, at: code.offset(index), name) }
        }
    }

    /// `URLQueryItem(name: "token", value: t)` and `url.searchParams.set('token', t)`.
    private mutating func judgeQueryItems(_ code: Code) {
        for call in code.calls(to: "URLQueryItem") {
            // The same items make the body of a POST, which is where a token may be.
            guard let name = call.argument("name"), let value = call.argument("value"),
                !code.hasWord("httpBody", in: code.function(around: call.name))
            else { continue }
            judgeParameter(code, call, key: name.range, value: value.range)
        }
        for call in code.calls(to: "set", "append") where call.isOn("searchParams") && call.arguments.count == 2 {
            judgeParameter(code, call, key: call.arguments[0].range, value: call.arguments[1].range)
        }
    }

    private mutating func judgeParameter(_ code: Code, _ call: Call, key: Range<Int>, value: Range<Int>) {
        guard let name = code.value(of: key).text?.known, TokenWords.isToken(name),
            code.value(of: value).text?.known == nil, TokenWords.areGiven(code.words(in: value), as: name)
        else { return }
        tellURL(code, at: code.offset(call.name), name)
    }

    private mutating func tellURL(_ code: Code, at offset: Int, _ name: String) {
        report(.tokenInURL, code, at: offset, "the token is the URL's \"\(name)\", in plain sight")
    }

    /// The parameter's name at the end of a URL's text: `token` of `…?a=1&token=`.
    private static func parameter(endingIn text: String) -> String? {
        guard text.hasSuffix("="), text.contains(where: { "/?#".contains($0) }),
            let mark = text.lastIndex(where: { "?&#".contains($0) })
        else { return nil }
        // A sentence with a question mark in it is no URL.
        let name = String(text[text.index(after: mark)...].dropLast())
        return TokenWords.isToken(name) && !name.contains(" ") ? name : nil
    }

    // MARK: - Tokens in the source

    private mutating func judgeWrittenTokens(_ code: Code) {
        var found = 0
        for index in code.tokens.indices where found < Code.matchLimit {
            for case .text(let text, let at) in code.literal(index)?.pieces ?? [] {
                guard let place = Self.placeOfToken(in: text) else { continue }
                found += 1
                // Not a letter of it: reports are shared, and the token may still be good.
                report(.tokenInSource, code, at: at + place, "a token stands in the source")
            }
        }
    }

    /// Where a token begins that is one by more than three letters of a word.
    ///
    /// - Complexity: O(n) in bytes.
    private static func placeOfToken(in text: String) -> Int? {
        let bytes = Array(text.utf8)
        return TokensInText.places(in: text).first { place in
            let parts = place.text.split(separator: ".")
            let start = place.range.lowerBound
            return parts.count >= 2 && parts.prefix(2).allSatisfy { $0.utf8.count >= shortestPart }
                && (start == 0 || !TokensInText.isPartByte(bytes[start - 1]))
        }?.range.lowerBound
    }

    private static let shortestPart = 10
}
