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
            // The page's SDK has a name of its own for it.
            report(
                .tokenKept, code, at: code.offset(call.name),
                "\"\(word)\" is kept in localStorage, and expires after an hour",
                fix: "Keep nothing, and ask for a fresh one: await user.getIdToken(true).")
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
                guard
                    let word = code.parts(argument.range, at: "+").compactMap({ loggedToken(in: $0, code) }).first
                else { continue }
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
                let isWhole = range.count <= 3 || code.isMember(range)
                if !isPart, !isTest, isWhole { return code.text(index) }
            }
        }
        return nil
    }
}

extension Code {
    /// Whether a range is names with dots in between and nothing else: `req.body.idtoken`.
    ///
    /// `!req.body.idtoken` is a Bool, and `typeof req.body.idtoken` a word.
    fileprivate func isMember(_ range: Range<Int>) -> Bool {
        guard let first = range.first, tokens[first].kind == .word else { return false }
        return range.allSatisfy { index in
            guard tokens[index].kind == .word else { return [".", "?.", "?", "!"].contains(text(index)) }
            return index == first || tokens[index - 1].kind != .word || ["await", "try"].contains(text(index - 1))
        }
    }
}
