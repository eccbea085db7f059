import BridgePrimitives
import Cookies

// Where tokens go that must go nowhere else.
extension LintRun {
    mutating func judgeNativeTokens(_ code: Code) {
        judgeLogs(
            code, names: ["print", "NSLog", "os_log", "debugPrint", "dump"], owners: ["logger", "log", "Logger"])
        judgeURLs(code)
        for call in code.calls(to: "set", "setValue") where call.isOn("UserDefaults") {
            guard let first = call.arguments.first, let word = TokenWords.areIn(code.words(in: first.range)) else {
                continue
            }
            report(.tokenKept, code, token: call.name, "\"\(word)\" is kept in UserDefaults, and expires after an hour")
        }
        for call in code.calls(
            to: "getIDTokenForcingRefresh", "idTokenForcingRefresh", "getIDTokenResult", "getIDToken")
        {
            let isForced = call.arguments.contains { argument in
                guard argument.label == nil || argument.label == "forcingRefresh" || argument.label == "forceRefresh"
                else { return false }
                if case .bool(false) = code.value(of: argument.range) { return true }
                return false
            }
            guard isForced else { continue }
            report(
                .tokenMaybeStale, code, token: call.name,
                "without a forced refresh the token's claims may be an hour old")
        }
    }

    mutating func judgeScriptTokens(_ code: Code) {
        judgeLogs(code, names: [], owners: ["console", "logger", "log", "winston"])
        judgeURLs(code)
        for call in code.calls(to: "setItem") where call.isOn("localStorage") {
            let words = call.arguments.flatMap { argument in
                code.words(in: argument.range)
                    + (argument.range.first.flatMap { code.literal($0)?.known }.map { [$0] } ?? [])
            }
            guard let word = TokenWords.areIn(words), !word.asciiLower.contains("refresh") else { continue }
            report(.tokenKept, code, token: call.name, "\"\(word)\" is kept in localStorage, and expires after an hour")
        }
    }

    private mutating func judgeLogs(_ code: Code, names: [String], owners: [String]) {
        let methods: Set = ["log", "info", "debug", "warn", "error", "trace", "notice", "warning", "fault", "critical"]
        for call in code.calls {
            let name = code.text(call.name)
            let isLog =
                (call.chain.count == 1 && names.contains(name))
                || (call.chain.count >= 2 && methods.contains(name)
                    && owners.contains(call.chain[call.chain.count - 2]))
            guard isLog else { continue }
            // What is only passed to another function is that function's matter.
            for argument in call.arguments {
                guard let word = loggedToken(in: argument.range, code) else { continue }
                report(.tokenLogged, code, token: call.name, "\"\(word)\" is written to the log")
                break
            }
        }
    }

    private func loggedToken(in range: Range<Int>, _ code: Code) -> String? {
        for index in range {
            if let literal = code.literal(index) {
                for case .expression(let words, _) in literal.pieces {
                    if words.contains("privacy"), words.contains("private") || words.contains("sensitive") { continue }
                    // `token == nil` is a Bool.
                    if words.contains("nil") || words.contains("null") { continue }
                    if let word = TokenWords.areIn(words) { return word }
                }
            } else if code.tokens[index].kind == .word, TokenWords.isToken(code.text(index)) {
                let isPart = [".", "?.", "?", "("].contains(code.text(index + 1)) && index + 1 < range.upperBound
                let isTest = ["==", "!=", "===", "!==", "!", "typeof"].contains {
                    [code.text(index + 1), code.text(index - 1)].contains($0)
                }
                if !isPart, !isTest, range.count <= 3 { return code.text(index) }
            }
        }
        return nil
    }

    /// `https://…?token=\(token)`
    private mutating func judgeURLs(_ code: Code) {
        var found = 0
        for index in code.tokens.indices where found < Code.matchLimit {
            guard let literal = code.literal(index) else { continue }
            var before = ""
            for piece in literal.pieces {
                switch piece {
                case .text(let text, _): before += text
                case .expression(let words, let at):
                    if let name = Self.parameter(endingIn: before), TokenWords.areIn(words) != nil {
                        found += 1
                        report(.tokenInURL, code, at: at, "the token is the URL's \"\(name)\", in plain sight")
                    }
                    before += "x"
                }
            }
            // "…?token=" + token
            guard code.text(index + 1) == "+", let name = Self.parameter(endingIn: before) else { continue }
            found += 1
            let rest = (index + 2)..<code.expressionEnd(from: index + 2)
            if code.words(in: rest).contains(where: TokenWords.isToken) {
                report(.tokenInURL, code, token: index, "the token is the URL's \"\(name)\", in plain sight")
            }
        }
    }

    /// The parameter's name at the end of a URL's text: `token` of `…?a=1&token=`.
    private static func parameter(endingIn text: String) -> String? {
        guard text.hasSuffix("="), text.contains("/") || text.hasPrefix("?") || text.hasPrefix("#") else { return nil }
        let name = text.dropLast().split(omittingEmptySubsequences: false) { "?&#".contains($0) }
        guard name.count > 1, let last = name.last, TokenWords.isToken(String(last)) else { return nil }
        return String(last)
    }
}
