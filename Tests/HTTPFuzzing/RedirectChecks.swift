import BridgePrimitives
import FuzzSupport
import HTTPLoader

/// Redirects as a server may send them: every load ends, and no secret goes where it must not.
enum RedirectChecks {
    private static let limit = 5
    private static let statuses = [301, 302, 303, 307, 308, 302, 307, 200, 404, 0, 999, -1]

    /// - Parameter lines: the heads of one answer after the other; each `Location` in them is one.
    static func run(_ lines: [UInt8], choices: [Int], _ checker: inout Checker) {
        guard let url = try? WebURL("https://app.test/a?b#c") else {
            return checker.check("a URL can be read", false, "")
        }
        let policy = LoadMachine.ManualCookieHeader.allCases[choices[0] % LoadMachine.ManualCookieHeader.allCases.count]
        let request = HTTPRequest(
            method: ["GET", "POST", "HEAD", "PUT"][choices[0] / 3 % 4], url: url,
            headers: [
                "Cookie": "s=1", "Authorization": "Bearer t", "Origin": "https://app.test",
                "Content-Type": "text/plain",
            ],
            body: choices[0] / 3 % 4 % 2 == 1 ? [1] : nil)
        var machine = LoadMachine(manualCookieHeader: policy, redirectLimit: limit)
        var (action, current, sent) = (machine.start(request), request, 0)
        // Answers begin again when they are used up, so that only the limit ends a chain.
        let answers = lines.split(separator: 0x0A).map {
            ResponseHead.fields(in: Array("HTTP/1.1 302 Found\n".utf8) + $0)
        }
        while case .send(let next) = action {
            hop(from: sent == 0 ? nil : current, to: next, policy: policy, &checker)
            (current, sent) = (next, sent + 1)
            guard sent <= limit + 1 else {
                return checker.check("a load ends after its last redirect", false, "\(sent)")
            }
            let status = statuses[(choices[1] + sent * (choices[1] >> 4)) % statuses.count]
            let headers = answers.isEmpty ? [:] : answers[(sent - 1) % answers.count]
            action = machine.received(Exchange(request: next, response: HTTPResponse(status: status, headers: headers)))
        }
        checker.check("a load ends in an answer or a failure", action != .ignore, "\(sent)")
        checker.equal("redirects are counted", machine.redirectCount, sent - 1)
        checker.check(
            "notes are about hops that were made",
            machine.notes.allSatisfy { (0..<sent).contains($0.hop) || $0.hop == 0 }, "\(machine.notes)")
        checker.equal("what comes after the end is ignored", machine.received(status: 302, location: "/"), .ignore)
    }

    private static func hop(
        from previous: HTTPRequest?, to next: HTTPRequest, policy: LoadMachine.ManualCookieHeader,
        _ checker: inout Checker
    ) {
        checker.equal("a request of a chain may be sent", next.refusal(limits: TransportLimits()), nil)
        checker.check(
            "a cookie that is dropped is gone", policy != .dropped || !next.headers.contains("cookie"), "\(next)")
        guard let previous else { return }
        checker.check(
            "a cookie for the first hop is gone", policy == .wholeRedirectChain || !next.headers.contains("cookie"),
            "\(next)")
        if !previous.url.sameOrigin(as: next.url) {
            checker.check(
                "no credentials cross an origin",
                !next.headers.contains("authorization") && !next.headers.contains("origin"), "\(next)")
        }
        checker.check(
            "a request that becomes a GET has no body",
            next.method != "GET"
                || next.body == nil && (previous.method == "GET" || !next.headers.contains("content-type")),
            "\(next)")
        checker.check(
            "a method stays or becomes GET", next.method == previous.method || next.method == "GET", next.method)
        checker.check(
            "a fragment is kept when there is no other", previous.url.fragment == nil || next.url.fragment != nil,
            next.url.string)
    }
}
