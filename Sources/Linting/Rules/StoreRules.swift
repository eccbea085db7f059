import BridgePrimitives
import Cookies

// Which store a cookie goes into, and in which order.
extension LintRun {
    mutating func judgeStores(_ code: Code) {
        judgeSharedStorage(code)
        judgeOrder(code)
        judgePrivateStores(code)
        judgeCookieHeader(code)
        judgeEarlyScript(code)
    }

    private mutating func judgeSharedStorage(_ code: Code) {
        guard code.has(word: "WKWebView") else { return }
        let fillsViews = code.has(word: "httpCookieStore")
        for call in code.calls(to: "setCookie", "setCookies") where call.isOn("HTTPCookieStorage") {
            // Where another place puts it into the view's store, only a function that goes on to load is sure to be wrong.
            let words = Set(code.function(around: call.name).map { code.text($0) })
            if fillsViews, words.contains("httpCookieStore") || !words.contains("load") { continue }
            report(
                .wrongStore, code, token: call.name,
                "HTTPCookieStorage is URLSession's jar, and the web view does not read it",
                because: [SendReason.otherStore.code])
        }
    }

    private mutating func judgeOrder(_ code: Code) {
        for call in code.calls(to: "setCookie") where isOnWebViewStore(call, code) {
            guard !isAwaited(call, code), !hasCompletion(call, code) else {
                if hasCompletion(call, code), !isAwaited(call, code) { judgeLoad(after: call, code) }
                continue
            }
            judgeLoad(after: call, code)
        }
        let deletes = code.calls(to: "removeData", "delete").filter {
            code.text($0.name) == "removeData" || isOnWebViewStore($0, code)
        }
        for call in deletes where !isAwaited(call, code) {
            let scope = code.function(around: call.name)
            let body = closureRange(of: call, code)
            guard
                let write = code.calls(to: "setCookie", in: scope).first(where: {
                    $0.name > call.end && !(body?.contains($0.name) ?? false)
                })
            else { continue }
            report(
                .deleteNotAwaited, code, token: write.name,
                "this cookie is set while \(code.text(call.name)) may not be done, and may be deleted with the others")
        }
    }

    /// A load in the same function, behind the call and outside of its completion handler.
    private mutating func judgeLoad(after call: Call, _ code: Code) {
        let scope = code.function(around: call.name)
        let body = closureRange(of: call, code)
        let load = code.loads(in: scope).first { $0 > call.end && !(body?.contains($0) ?? false) }
        guard let load, !waitsOtherwise(between: call.end, and: load, code) else { return }
        let racing = linter.profiles.filter { $0.nativeWriteOrder.value == .race }
        guard !racing.isEmpty else { return }
        report(
            .writeNotAwaited, code, token: call.name,
            "the page is loaded in line \(code.place(load).line), before this cookie is sure to be in the store",
            profiles: racing.map(\.name), because: [SendReason.notCommittedYet.code],
            isUnsure: racing.contains { !$0.nativeWriteOrder.confidence.isSettled })
    }

    /// A group, a semaphore, a continuation or a notification stands in between.
    private func waitsOtherwise(between start: Int, and end: Int, _ code: Code) -> Bool {
        guard start < end else { return false }
        return (start..<end).contains {
            ["notify", "wait", "await", "sink", "withCheckedContinuation", "withTaskGroup"].contains(code.text($0))
        }
    }

    private func isOnWebViewStore(_ call: Call, _ code: Code) -> Bool {
        if call.isOn("HTTPCookieStorage") { return false }
        if call.isOn("httpCookieStore") { return true }
        // A variable that was given the store: `let store = …httpCookieStore`.
        guard call.chain.count == 2, let name = call.chain.first else { return false }
        return code.storeNames.contains(name)
    }

    private func isAwaited(_ call: Call, _ code: Code) -> Bool {
        ["await", "async"].contains(code.text(call.start - 1))
            || (code.text(call.start - 1) == "try" && code.text(call.start - 2) == "await")
    }

    private func hasCompletion(_ call: Call, _ code: Code) -> Bool {
        call.hasTrailingClosure || call.arguments.contains { $0.label == "completionHandler" }
    }

    /// The closure that runs afterwards.
    private func closureRange(of call: Call, _ code: Code) -> Range<Int>? {
        if call.hasTrailingClosure { return (call.end + 1)..<code.close(of: call.end + 1) }
        guard let last = call.arguments.last, code.text(last.range.lowerBound) == "{" else { return nil }
        return last.range
    }

    private mutating func judgePrivateStores(_ code: Code) {
        let made = code.calls(to: "nonPersistent").filter { $0.isOn("WKWebsiteDataStore") }
        for call in made where code.text(call.end + 1) == "." && code.text(call.end + 2) == "httpCookieStore" {
            report(
                .storeThrownAway, code, token: call.name, "this store is gone after the line, with the cookie in it",
                because: [SendReason.otherStore.code])
        }
        let kept = made.filter { code.text($0.end + 1) != "." }
        guard kept.count > 1, let second = kept.dropFirst().first else { return }
        report(
            .storesTwice, code, token: second.name,
            "\(kept.count) private stores are made here, and none has the cookies of another",
            because: [SendReason.otherStore.code])
    }

    private mutating func judgeCookieHeader(_ code: Code) {
        guard code.has(word: "WKWebView") else { return }
        for call in code.calls(to: "setValue", "addValue") {
            guard let field = call.argument("forHTTPHeaderField"),
                case .text(let text) = code.value(of: field.range), let name = text.known,
                ASCIIText.isSame(name, "Cookie")
            else { continue }
            tellHeader(code, call.name)
        }
        for index in code.tokens.indices where code.text(index) == "allHTTPHeaderFields" {
            // `= ["Cookie": …]`, `?["Cookie"] = …`
            let open = ["=", "?"].contains(code.text(index + 1)) ? index + 2 : index + 1
            guard code.text(open) == "[", let name = code.literal(open + 1)?.known else { continue }
            if ASCIIText.isSame(name, "Cookie") { tellHeader(code, index) }
        }
    }

    private mutating func tellHeader(_ code: Code, _ token: Int) {
        let losing = linter.profiles.filter { $0.manualCookieHeader.value != .wholeRedirectChain }
        guard !losing.isEmpty else { return }
        let dropping = losing.filter { $0.manualCookieHeader.value == .dropped }.map(\.name)
        let also = dropping.isEmpty ? "" : ", and in \(dropping.joined(separator: ", ")) not even that one"
        report(
            .cookieHeader, code, token: token,
            "only the first request has this header: no redirect, no subresource, no fetch\(also)",
            profiles: losing.map(\.name), because: [SendReason.manualHeaderDropped.code],
            isUnsure: losing.contains { !$0.manualCookieHeader.confidence.isSettled })
    }

    private mutating func judgeEarlyScript(_ code: Code) {
        for call in code.calls(to: "evaluateJavaScript", "callAsyncJavaScript") {
            guard let first = call.arguments.first, let text = code.value(of: first.range).text,
                ASCIIText.contains(Array(text.joined(marker: "x").utf8), Array("document.cookie".utf8)),
                writes(text.joined(marker: "x"))
            else { continue }
            let scope = code.function(around: call.name)
            let loads = code.loads(in: scope)
            guard let next = loads.first(where: { $0 > call.end }), !loads.contains(where: { $0 < call.start }) else {
                continue
            }
            report(
                .writeBeforePage, code, token: call.name,
                "the page is loaded only in line \(code.place(next).line): this cookie vanishes",
                because: [StoreReason.documentWithoutCookies.code])
        }
    }

    private func writes(_ script: String) -> Bool {
        !Code(SourceFile(path: "", text: Array(script.utf8), language: .script)).writtenCookies().isEmpty
    }
}

extension Code {
    /// The calls that load a page in a web view: `load(URLRequest(…))`, `load(request)`.
    func loads(in range: Range<Int>) -> [Int] {
        calls(to: "load", in: range).filter { call in
            guard call.chain.count >= 2, let argument = call.arguments.first, call.arguments.count == 1 else {
                return false
            }
            if argument.label != nil { return false }
            let owner = call.chain[call.chain.count - 2].asciiLower
            return owner.hasSuffix("webview") || owner == "view" || owner == "web" || owner == "wk"
                || words(in: argument.range).contains { $0 == "URLRequest" || $0.asciiLower.hasSuffix("request") }
        }.map(\.name)
    }

    /// The addresses that web views are sent to: `load(URLRequest(url: URL(string: "https://…")!))`, or through a name.
    func loadedURLs(in range: Range<Int>) -> [(text: String, token: Int)] {
        let loads = Set(self.loads(in: range))
        var found: [(String, Int)] = []
        for call in calls(to: "load", in: range).prefix(20) where loads.contains(call.name) {
            guard let argument = call.arguments.first else { continue }
            if let url = url(in: argument.range, scope: range, depth: 0) { found.append((url, call.name)) }
        }
        return found
    }

    private func url(in range: Range<Int>, scope: Range<Int>, depth: Int) -> String? {
        guard depth < 4 else { return nil }
        if let call = calls(to: "URLRequest", in: range).first,
            let argument = call.argument("url")
        {
            return url(in: argument.range, scope: scope, depth: depth + 1)
        }
        if case .url(let text) = value(of: range) { return text.known }
        if case .text(let text) = value(of: range) { return text.known }
        // A name that the function gives a value once.
        guard range.count == 1, let index = range.first, tokens[index].kind == .word else { return nil }
        let bindings = (self.bindings[text(index)] ?? []).filter { scope.contains($0) && text($0 + 1) == "=" }
        guard bindings.count == 1, let binding = bindings.first else { return nil }
        return url(in: (binding + 2)..<expressionEnd(from: binding + 2), scope: scope, depth: depth + 1)
    }
}
