import BridgePrimitives
import Cookies

// Vue Router's guards, and the page around them.
extension LintRun {
    mutating func judgeGuards(_ code: Code) {
        for found in code.guardFunctions() {
            let flow = GuardFlow(code, body: found.body, next: found.next)
            if let second = flow.secondCall {
                let line = flow.firstCall.map { code.place($0).line }
                report(
                    .nextCalledTwice, code, at: code.offset(second),
                    "\(found.next) has been called on this way already, in the guard of line \(code.place(found.start).line)",
                    fix: line.map { "Write return before the \(found.next)(…) of line \($0)." })
            }
            if let place = flow.returnedValue {
                report(
                    .returnBesideNext, code, token: place,
                    "this value is not looked at, since the guard takes \(found.next)")
            } else if flow.ended.contains(.none), !flow.isUnknown, flow.secondCall == nil {
                report(
                    .nextNotCalled, code, token: flow.emptyReturn ?? found.start,
                    flow.emptyReturn == nil
                        ? "the guard can come to its end without calling \(found.next)"
                        : "the guard returns here without calling \(found.next)")
            }
        }
        if Self.guardNames.contains(where: code.has(word:)) {
            judgeSignIns(code)
        } else {
            judgeSignInsBesideNavigation(code)
        }
    }

    private mutating func judgeSignIns(_ code: Code) {
        for call in code.calls(to: "signInWithCustomToken") where code.isStatement(call) {
            report(
                .signInNotAwaited, code, token: call.name,
                "nothing waits for this sign-in, so the guard decides before there is a user")
        }
    }

    /// A guard that asks who is there, in an app none of whose files waits for the answer.
    mutating func judgeReadiness() {
        let waits = ["authStateReady", "onAuthStateChanged", "getCurrentUser", "onIdTokenChanged", "useCurrentUser"]
        let pages = codes.filter { [.script, .markup].contains($0.file.language) }
        guard !pages.contains(where: { waits.contains(where: $0.has(word:)) }) else { return }
        for code in pages where Self.guardNames.contains(where: code.has(word:)) { judgeReadiness(code) }
    }

    private static let guardNames = ["beforeEach", "beforeEnter", "beforeResolve", "beforeRouteEnter"]

    private mutating func judgeReadiness(_ code: Code) {
        for index in code.tokens.indices where code.text(index) == "currentUser" && code.text(index - 1) == "." {
            report(
                .userBeforeReady, code, token: index,
                "nothing in these files waits until auth has read its storage")
            return
        }
    }

    // MARK: - The page

    mutating func judgePage(_ code: Code) {
        judgeSplits(code)
        judgeReads(code)
        if codes.contains(where: { $0.file.language == .swift && $0.has(word: "WKWebView") }) {
            for call in code.calls(to: "signInWithPopup", "signInWithRedirect", "linkWithPopup", "linkWithRedirect") {
                report(
                    .popupInWebView, code, token: call.name,
                    "the app shows this page in a WKWebView, where \(code.text(call.name)) comes to nothing")
            }
        }
        guard code.has(word: "document") || code.has(word: "window") || code.file.language == .markup else { return }
        for call in code.calls(to: "fetch") {
            for index in call.name..<call.end
            where code.text(index) == "headers" && code.text(index + 1) == ":" && code.text(index + 2) == "{" {
                let members = code.objectMembers((index + 2)..<(code.close(of: index + 2) + 1)) ?? []
                for member in members where ASCIIText.isSame(member.key, "Cookie") {
                    report(
                        .scriptCookieHeader, code, token: member.value.lowerBound,
                        "this request goes out without the header", profiles: linter.profiles.map(\.name))
                }
            }
        }
        for call in code.calls(to: "setRequestHeader") {
            guard let first = call.arguments.first?.range.first, let name = code.literal(first)?.known,
                ASCIIText.isSame(name, "Cookie")
            else { continue }
            report(
                .scriptCookieHeader, code, token: call.name, "this request goes out without the header",
                profiles: linter.profiles.map(\.name))
        }
    }

    private mutating func judgeSplits(_ code: Code) {
        for call in code.calls(to: "split") {
            guard let first = call.arguments.first?.range.first, code.literal(first)?.known == "=",
                code.text(call.end + 1) == "[", code.text(call.end + 2) == "1"
            else { continue }
            let isDirect = call.chain.contains("cookie")
            // Within a function that reads document.cookie a part of it is meant.
            let scope = code.function(around: call.name)
            guard isDirect || code.hasWord("cookie", in: scope) else { continue }
            report(
                .cookieSplitAtEquals, code, token: call.name,
                isDirect
                    ? "this is the first cookie's value, whichever that is, and the next one's name"
                    : "a value with an equals sign in it is cut here")
        }
    }

    /// Which cookies are read, by whom.
    private mutating func judgeReads(_ code: Code) {
        func read(_ name: String?, _ reader: CookieRead.Reader, _ token: Int) {
            guard let name, !name.isEmpty, name.utf8.count < 200 else { return }
            reads.append(
                CookieRead(name: name, reader: reader, code: codes.count - 1, offset: code.offset(token)))
        }
        for call in code.calls(to: "get", "getCookie", "useCookie", "readCookie") {
            let owners: Set = ["$cookies", "cookies", "Cookies", "VueCookies", "cookie", "Cookie", "cookieStore"]
            guard let first = call.arguments.first?.range.first else { continue }
            let isServer = ["req", "request", "ctx", "context", "event"].contains(call.chain.first)
            let isOwned = call.chain.dropLast().contains(where: owners.contains)
            guard isOwned || code.text(call.name) != "get" else { continue }
            read(code.literal(first)?.known, isServer ? .server : .page, call.name)
        }
        for index in code.tokens.indices where code.text(index) == "cookies" && code.text(index - 1) == "." {
            guard ["req", "request", "ctx"].contains(code.text(index - 2)) else { continue }
            if code.text(index + 1) == "." || code.text(index + 1) == "?." {
                let name = code.text(index + 2)
                if name != "get", code.text(index + 3) != "(" { read(name, .server, index + 2) }
            } else if code.text(index + 1) == "[" {
                read(code.literal(index + 2)?.known, .server, index + 2)
            }
        }
        guard code.has(word: "document"), code.has(word: "cookie") else { return }
        for call in code.calls(to: "startsWith", "indexOf", "includes", "match", "find") {
            guard let first = call.arguments.first?.range.first else { continue }
            if let text = code.literal(first)?.known, text.hasSuffix("="), !text.contains(" ") {
                read(String(text.dropLast()), .page, call.name)
            } else if case .pattern = code.tokens[first].kind, let name = Self.name(inPattern: code.text(first)) {
                read(name, .page, call.name)
            }
        }
    }

    /// The word before the first equals sign of a regular expression.
    private static func name(inPattern text: String) -> String? {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
        // `(?=` is no equals sign of a cookie's.
        let before = text[..<equals]
        let name = before.reversed().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        return name.isEmpty ? nil : String(name.reversed())
    }
}

extension Code {
    /// A function that takes `next` as a navigation guard does.
    struct GuardFunction {
        let start: Int
        let body: Int
        let next: String
    }

    /// Functions whose three parameters are a guard's: `(to, from, next) => {`, `function (to, from, next) {`,
    /// `beforeRouteEnter(to, from, next) {`. A server's middleware has a request for its first.
    func guardFunctions() -> [GuardFunction] {
        callLimited { open in
            guard text(open) == "(", tokens[open].kind == .mark else { return nil }
            let end = close(of: open)
            guard end < tokens.count else { return nil }
            let parameters = parts((open + 1)..<end)
            guard parameters.count == 3, let last = parameters[2].first, tokens[last].kind == .word,
                text(last).asciiLower.hasPrefix("next") || text(last) == "proceed",
                let first = parameters[0].first, let second = parameters[1].first,
                ["to", "_to", "toRoute"].contains(text(first)) || ["from", "_from", "fromRoute"].contains(text(second))
                    || [open - 1, open - 2, open - 3].contains(where: { text($0).hasPrefix("before") }),
                !["req", "request", "err", "error", "ctx", "_req"].contains(text(first))
            else { return nil }
            var body = end + 1
            // A type of the result, in TypeScript.
            if text(body) == ":" {
                while body < min(end + 12, tokens.count), text(body) != "=>", text(body) != "{" { body += 1 }
            }
            if text(body) == "=>" { body += 1 }
            guard text(body) == "{", close(of: body) < tokens.count else { return nil }
            return GuardFunction(start: open, body: body, next: text(last))
        }
    }
}
