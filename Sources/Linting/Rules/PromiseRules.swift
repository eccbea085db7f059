import BridgePrimitives

// What a script goes on with before it is there: a token of the Admin SDK's, the page's sign-in.
extension LintRun {
    /// The Admin SDK's tokens come in promises: what is done with one that nobody awaited is done to the promise.
    mutating func judgePromises(_ code: Code) {
        let calls = code.calls(
            to: "createCustomToken", "verifyIdToken", "verifySessionCookie", "createSessionCookie")
        for call in calls where !call.arguments.isEmpty && !code.isDefinition(call) {
            let name = code.text(call.name)
            switch code.use(ofPromise: call) {
            case .waitedFor: continue
            case .handedOn:
                report(.promiseNotAwaited, code, token: call.name, "what is handed on here is \(name)'s promise")
            case .dropped:
                report(
                    .promiseNotAwaited, code, token: call.name,
                    "nothing waits for \(name), so what follows runs whatever it says")
            case .bound(let bound, let line):
                report(
                    .promiseNotAwaited, code, token: call.name,
                    "\(bound) is \(name)'s promise, and line \(line) takes it for what comes out of it")
            }
        }
    }

    /// A page outside of any guard that goes on beside its sign-in.
    mutating func judgeSignInsBesideNavigation(_ code: Code) {
        for call in code.calls(to: "signInWithCustomToken") where code.isStatement(call) {
            let end = code.enclosingBraces(call.name).first.map(code.close) ?? code.tokens.count
            guard let line = code.navigation(in: (call.end + 1)..<max(call.end + 1, end)) else { continue }
            report(
                .signInNotAwaited, code, token: call.name,
                "nothing waits for this sign-in, and line \(line) goes on to a page that has no user yet")
        }
    }
}

extension Code {
    /// What becomes of a promise where it is made.
    enum PromiseUse {
        case waitedFor
        /// Part of a call's arguments or of an object.
        case handedOn
        /// A statement by itself.
        case dropped
        /// A name's value that a line uses as it is.
        case bound(name: String, line: Int)
    }

    func use(ofPromise call: Call) -> PromiseUse {
        guard ![".", "?."].contains(text(call.end + 1)) else { return .waitedFor }
        switch text(call.start - 1) {
        case "=":
            guard let name = boundName(before: call.start) else { return .waitedFor }
            return use(ofPromiseNamed: name, behind: call)
        case ":":
            let isMember = ["{", ","].contains(text(call.start - 3))
            return isMember && !isAwaitedAround(call) ? .handedOn : .waitedFor
        case "(", ",": return isAnswer(around: call) ? .handedOn : .waitedFor
        default: return isStatement(call) ? .dropped : .waitedFor
        }
    }

    /// - Complexity: O(n) in the tokens of the block that the name is in.
    private func use(ofPromiseNamed name: String, behind call: Call) -> PromiseUse {
        let end = enclosingBraces(call.name).first.map(close) ?? tokens.count
        let uses = ((call.end + 1)..<max(call.end + 1, end)).filter { index in
            text(index) == name && tokens[index].kind == .word && ![".", "?."].contains(text(index - 1))
        }
        let isWaitedFor = uses.contains { index in
            let isThen =
                [".", "?."].contains(text(index + 1)) && ["then", "catch", "finally"].contains(text(index + 2))
            return isThen || ["await", "return", "[", "=>", "="].contains(text(index - 1))
        }
        // Assigned outside of the block: who uses it there is not looked for.
        guard !isWaitedFor, let first = uses.first else { return .waitedFor }
        return .bound(name: name, line: place(first).line)
    }

    /// Whether the call stands among what an answer is made of.
    private func isAnswer(around call: Call) -> Bool {
        let sinks: Set = ["cookie", "json", "send", "setHeader", "header", "append", "end", "stringify", "setCookie"]
        return calls.contains { outer in
            outer.name < call.start && call.end < outer.end && outer.end < tokens.count
                && sinks.contains(text(outer.name))
        } && !isAwaitedAround(call)
    }

    /// Whether something like `await Promise.all(…)` is around the call in its statement.
    private func isAwaitedAround(_ call: Call) -> Bool {
        var index = call.start - 1
        let limit = max(0, index - 60)
        while index >= limit {
            if text(index) == "Promise" { return true }
            if text(index) == ";" { return false }
            index -= 1
        }
        return false
    }

    /// `createCustomToken(uid) {` of a class or an object, and a function's `=>`.
    fileprivate func isDefinition(_ call: Call) -> Bool {
        ["{", "=>", ":"].contains(text(call.end + 1)) || ["async", "function", "def"].contains(text(call.start - 1))
    }

    /// Whether nothing is done with what a call gives.
    func isStatement(_ call: Call) -> Bool {
        let before = call.start - 1
        let begins =
            before < 0 || [";", "{", "}", ")"].contains(text(before))
            || (tokens[call.start].beginsLine && !["await", "return", "=", "=>", ",", "("].contains(text(before)))
        return begins && text(call.end + 1) != "." && text(call.end + 1) != "?."
    }

    /// The line in a range that leads to another page.
    fileprivate func navigation(in range: Range<Int>) -> Int? {
        let owners: Set = ["router", "$router", "location", "history", "nav", "navigation"]
        let call = calls(to: "push", "replace", "assign", "navigateTo", in: range).first { call in
            text(call.name) == "navigateTo" || call.chain.dropLast().contains(where: owners.contains)
        }
        let assignment = range.first { index in
            guard text(index) == "location" else { return false }
            let isPage = text(index - 1) != "." || ["window", "document", "self", "top"].contains(text(index - 2))
            let name = text(index + 1) == "." && text(index + 2) == "href" ? index + 2 : index
            return isPage && text(name + 1) == "="
        }
        return [call?.name, assignment].compactMap { $0 }.min().map { place($0).line }
    }
}
