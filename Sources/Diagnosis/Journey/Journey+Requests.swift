import BridgePrimitives
import BridgeTrace
import Cookies

// What a page in a real engine asked for and did not get: its scripts, its own requests, the page itself.
extension Journey {
    /// Engines give up after 16 to 20 redirects.
    static let manyRedirects = 15

    /// The host in a URL with one, with its port taken away.
    private static func host(of url: String) -> String? { (try? CookieURL(url))?.host }

    /// What an engine does not say of a page that it could not load.
    func failureInEngine(of url: MaskedText, at sequence: Int) -> Gap? {
        if redirects.count >= Self.manyRedirects, let last = redirects.last {
            return Gap(
                LoadReason.tooManyRedirects,
                "The page did not load: it was redirected \(redirects.count) times, at last from \(last.from) to"
                    + " \(last.location).", at: sequence)
        }
        let isTrusted = !page.contains { event in
            if case .requestFailed = event.kind { return false }
            return event.reasons.contains(ProxyReason.notTrusted.code)
        }
        if isTrusted { return nil }
        if let redirect = redirects.last, let host = Self.host(of: redirect.location.text), host != appHost {
            return Gap(
                HandoffReason.leftTheApp,
                "\(redirect.from) redirected to \(redirect.location), which is not on \(appHost), and whose certificate the"
                    + " engine does not trust.", at: redirect.sequence)
        }
        let isAddress = (try? CookieURL(url.text))?.hostIsIPAddress ?? false
        return Gap(
            ProxyReason.notTrusted,
            "The page at \(url) did not load: the engine does not trust its server's certificate."
                + wayThere(before: sequence),
            fix: isAddress
                ? "Write localhost in place of the address: WebKitGTK takes no certificate of this run for an address."
                : TransportReason.tlsUntrusted.fix,
            at: sequence)
    }

    /// The first request of the page's that came to nothing.
    var failedRequest: Gap? { failedRequest { _ in true } }

    /// The first that the page needs: of itself or of this machine, of the auth service's kind, or for a script. What it
    /// sends to those who count visitors comes to nothing in many a run.
    var ownFailedRequest: Gap? {
        let own = [appHost, "localhost", "127.0.0.1", "identitytoolkit", "securetoken", "accounts:"]
        return failedRequest { url in RequestPurpose.isScript(url) || own.contains { url.contains($0) } }
    }

    /// A sign-in that came to nothing because the page itself went on.
    var leftWhileSigningIn: Gap? {
        var (isCommitted, isLeaving) = (false, false)
        for event in page {
            switch event.kind {
            case .navigation(let navigation):
                if navigation.phase == .didStartProvisional { isLeaving = isCommitted }
                if navigation.phase == .didCommit { (isCommitted, isLeaving) = (true, false) }
            case .requestFailed(let failed):
                guard failed.isLeft || isLeaving && isHandshakeLeft(failed) else { continue }
                return Gap(
                    PageReason.leftWhileSigningIn,
                    "The page asked for \(failed.url), and went to another page before the answer came.",
                    at: event.sequence)
            default: continue
            }
        }
        return nil
    }

    /// The TLS handshake with the auth service that ended under way: where a page is being left, that is its work and no
    /// distrust of the certificate.
    private func isHandshakeLeft(_ failed: FailedRequestEvent) -> Bool {
        failed.reasons.contains(ProxyReason.notTrusted.code)
            && ["identitytoolkit.googleapis.com:", "https://identitytoolkit.googleapis.com/"].contains {
                failed.url.text.hasPrefix($0)
            }
    }

    private func failedRequest(where isMeant: (String) -> Bool) -> Gap? {
        for event in page {
            guard case .requestFailed(let failed) = event.kind, !failed.isLeft, isMeant(failed.url.text) else {
                continue
            }
            let asked =
                "The page asked for \([failed.method, "\(failed.url)"].filter { !$0.isEmpty }.joined(separator: " "))"
            let known = failed.reasons.lazy.compactMap { FailedRequestReason(rawValue: $0.rawValue) }.first
            guard let reason = known, reason != .failed else {
                return Gap(
                    PageReason.requestFailed, "\(asked) and got nothing: \(failed.words)", at: event.sequence)
            }
            let missing = failed.missing.map { " What is missing or wrong: \($0)." } ?? ""
            return Gap(
                reason, "\(asked), and its script got no answer. \(reason.meaning)\(missing)", at: event.sequence)
        }
        return nil
    }

    /// A script of the page's that the engine did not run: against the page's policy, or since it did not come, or not as
    /// a script, or not as its integrity says.
    var keptScript: Gap? {
        for event in page {
            guard case .policyViolation(let violation) = event.kind, violation.directive.hasPrefix("script-src") else {
                continue
            }
            return Gap(
                PageReason.blockedByPolicy,
                "The page's content security policy keeps a script from running: \(violation.directive) blocks"
                    + " \(violation.blocked).",
                fix: "Name the script's host, its hash or its nonce under script-src of the policy.",
                at: event.sequence)
        }
        for event in page {
            guard case .scriptSkipped(let script) = event.kind,
                !Self.countersOfVisitors.contains(where: { script.url.text.contains($0) })
            else { continue }
            let asked = "The page asked for its script \(script.url)"
            if script.reasons.contains(PageEngineReason.scriptOfOtherType.code) {
                return Gap(
                    PageEngineReason.scriptOfOtherType,
                    "\(asked), and its server sent it with a type that is no script's.", at: event.sequence)
            }
            // One of its own, or that of a request.
            let known = script.reasons.first { code in
                SkippedScriptReason(rawValue: code.rawValue) != nil
                    || FailedRequestReason(rawValue: code.rawValue) != nil
            }
            guard let known, let entry = ReasonCatalogue.all[known] else {
                return Gap(PageReason.scriptNotRun, "\(asked), and the engine did not run it.", at: event.sequence)
            }
            let status = script.status.map { " (\($0))" } ?? ""
            return Gap(
                code: known, "\(asked), and it did not run\(status). \(entry.meaning)", fix: entry.fix,
                at: event.sequence)
        }
        return nil
    }

    /// Parts of hosts whose scripts nobody's sign-in waits for, and which a run without the network never gets.
    private static let countersOfVisitors = [
        "googletagmanager", "google-analytics", "doubleclick", "connect.facebook", "hotjar", "sentry", "segment.",
        "clarity.ms", "intercom",
    ]

    /// The first script that the page asked for and did not get.
    var missingScript: Gap? {
        var requests: [Int: MaskedText] = [:]
        // The scripts whose requests were redirected, by where to.
        var redirected: [String: MaskedText] = [:]
        for event in page {
            let answered: (url: MaskedText, status: Int)
            var isHTML = false
            switch event.kind {
            case .request(let request):
                requests[request.hop] = request.url
                continue
            case .response(let response):
                guard let status = response.status, let url = requests[response.hop] else { continue }
                answered = (url, status)
                isHTML = response.reasons.contains(PageEngineReason.scriptIsHTML.code)
                if let location = response.location, RequestPurpose.isScript(url.text),
                    let target = (try? CookieURL(url.text))?.resolving(location.text)
                {
                    redirected[target.string] = url
                }
            case .proxied(let proxied):
                guard let status = proxied.status else { continue }
                answered = (proxied.url, status)
            default: continue
            }
            if let url = try? CookieURL(answered.url.text), let script = redirected[url.string] {
                return Gap(
                    PageEngineReason.scriptIsHTML,
                    "The page asked for its script \(script), and its server redirected that to \(answered.url): the script"
                        + " did not run.", fix: "Let the server answer its scripts without a sign-in.",
                    at: event.sequence)
            }
            if isHTML {
                return Gap(
                    PageEngineReason.scriptIsHTML,
                    "The page asked for its script \(answered.url), and its server answered with HTML.",
                    at: event.sequence)
            }
            guard answered.status >= 400, RequestPurpose.isScript(answered.url.text) else { continue }
            return Gap(
                PageReason.requestFailed,
                "The page asked for its script \(answered.url), and the answer was \(answered.status): it did not run.",
                fix: "Correct the script's address, or build the page before it is served.", at: event.sequence)
        }
        return nil
    }

    /// A sign-in that the page asked for, and no answer came that its script could read.
    var unanswered: Gap? {
        guard let signIn = routing.first(where: { $0.event.step == .signIn }) else { return nil }
        guard signIn.event.reasons.contains(PageReason.authNotReached.code) else { return failedSignIn }
        return Gap(
            PageReason.authNotReached, "The page asked to sign in (\(signIn.event.detail)), and got no answer.",
            at: signIn.sequence)
    }

    /// The page's last sign-in, where the service answered that it could not, or the answer broke off.
    private var failedSignIn: Gap? {
        var asked: RequestEvent?
        var failure: Gap?
        for event in page {
            switch event.kind {
            case .request(let request) where request.method == "POST" && RequestPurpose.isSignIn(request.url.text):
                (asked, failure) = (request, nil)
            case .response(let response) where response.hop == asked?.hop:
                guard response.status ?? 599 >= 500, let asked else { continue }
                let answer = response.status.map { "the answer was \($0)" } ?? "the answer broke off"
                failure = Gap(
                    PageReason.authNotReached, "The page asked for \(asked.url) to sign in, and \(answer).",
                    fix: "Let the page tell its user, and try again: what is sent is good for an hour.",
                    at: event.sequence)
            default: continue
            }
        }
        return failure
    }

    private static let authHosts = ["identitytoolkit.googleapis.com", "securetoken.googleapis.com"]

    /// A call of the auth service's hosts that nobody here knows: a method of another name, or another HTTP method.
    var notSimulated: Gap? {
        var requests: [Int: RequestEvent] = [:]
        for event in page {
            if case .request(let request) = event.kind { requests[request.hop] = request }
            guard case .response(let response) = event.kind, let request = requests[response.hop],
                response.reasons.contains(ProxyReason.notSimulated.code),
                Self.authHosts.contains(where: { request.url.text.hasPrefix("https://\($0)/") })
            else { continue }
            return Gap(
                ProxyReason.notSimulated,
                "The page asked for \(request.method) \(request.url), which is no call of the auth service's.",
                fix: "Correct the method and the path of the call.", at: event.sequence)
        }
        return nil
    }
}

extension FailedRequestEvent {
    /// Whether the page gave it up because it went to another page.
    fileprivate var isLeft: Bool { reasons.contains(FailedRequestReason.left.code) }
}
