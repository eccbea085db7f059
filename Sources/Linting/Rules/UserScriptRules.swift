import BridgePrimitives

// Scripts that native code gives the web view to write the cookie.
extension LintRun {
    mutating func judgeUserScripts(_ code: Code) {
        let writes = code.writtenCookies().filter { $0.writer == .userScript }
        for call in code.calls(to: "WKUserScript") {
            guard let source = call.argument("source"),
                let write = writes.first(where: { code.uses($0, in: source.range, at: call.name) })
            else { continue }
            let name = write.judged.map { String($0.prefix { $0 != "=" }) } ?? ""
            if let time = call.argument("injectionTime"),
                code.words(in: time.range).contains("atDocumentEnd")
            {
                report(
                    .scriptAtDocumentEnd, code, token: time.range.lowerBound,
                    "the page's guard has run when this script writes \"\(name)\"",
                    because: [SendReason.setAfterRequest.code])
            }
            if let frames = call.argument("forMainFrameOnly"), case .bool(false) = code.value(of: frames.range) {
                report(
                    .scriptInAllFrames, code, token: frames.range.lowerBound,
                    "frames of other sites run the script that writes \"\(name)\" too")
            }
            if let literal = write.literal, !code.checksOrigin(literal) {
                report(
                    .scriptOnEveryOrigin, code, at: write.offset,
                    "whatever site the view shows gets the cookie \"\(name)\"",
                    because: [StoreReason.tokenOnForeignOrigin.code])
            }
            if !codes.contains(where: { $0.has(word: "removeAllUserScripts") }),
                let out = code.calls(to: "signOut").first
            {
                report(
                    .scriptNeverRemoved, code, token: out.name,
                    "the script of line \(code.place(call.name).line) writes the cookie again after this sign-out")
            }
        }
        for write in writes {
            guard let literal = write.literal, let word = code.bareToken(in: literal) else { continue }
            report(
                .tokenUnescaped, code, at: write.offset,
                "\"\(word)\" stands in this script as it is: a quote in it ends the string")
        }
    }
}

extension Code {
    /// Whether a script's literal is what a range stands for: within it, or by the name it was given.
    fileprivate func uses(_ write: WrittenCookie, in range: Range<Int>, at call: Int) -> Bool {
        guard let literal = write.literal else { return false }
        if range.contains(literal) { return true }
        guard range.count == 1, let index = range.first, tokens[index].kind == .word else { return false }
        // The last binding of that name before the call.
        guard let at = bindings[text(index)]?.last(where: { $0 < call }) else { return false }
        return (at..<max(at, expressionEnd(from: text(at + 1) == "=" ? at + 2 : at + 4))).contains(literal)
    }

    /// Whether a script looks at where it runs.
    fileprivate func checksOrigin(_ literal: Int) -> Bool {
        guard let text = self.literal(literal)?.visible else { return true }
        let bytes = Array(text.utf8)
        return ["location.host", "location.origin", "location.href", "document.domain", "window.origin"].contains {
            ASCIIText.contains(bytes, Array($0.utf8))
        }
    }

    /// The name of a token that is interpolated right behind a quote or a cookie's `=`.
    fileprivate func bareToken(in literal: Int) -> String? {
        for piece in self.literal(literal)?.pieces ?? [] {
            guard case .expression(let words, _) = piece, let word = TokenWords.areIn(words) else { continue }
            let isEncoded = words.contains {
                let name = $0.asciiLower
                return name.contains("json") || name.contains("encod") || name.contains("escap")
                    || name.contains("quot")
            }
            if !isEncoded { return word }
        }
        return nil
    }
}
