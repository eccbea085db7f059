package import BridgePrimitives
package import BridgeTrace
import Captures
package import CookieStores
package import Cookies
import HTTPLoader
import WebViews

/// Writes what an engine did into a trace, in the events that the model writes, secrets masked.
package struct EngineRecorder {
    let clock: WorldClock
    let trace: TraceLog
    /// Whose numbers requests get.
    let numbering: TraceLog
    /// Whether what `document.cookie` gives at the end is told, though no script of the page asked.
    let tellsLastRead: Bool
    /// Who makes the requests, or those for documents.
    var actor = TraceActor.webView
    /// Whether what a page asks for is told as the page's, as the model does.
    private var tellsPagesApart = true

    init(clock: WorldClock, trace: TraceLog, numbering: TraceLog, tellsLastRead: Bool) {
        (self.clock, self.trace, self.numbering, self.tellsLastRead) = (clock, trace, numbering, tellsLastRead)
    }

    /// For requests as they come, in a trace that goes on.
    package init(live trace: TraceLog, clock: WorldClock, actor: TraceActor) {
        self.init(clock: clock, trace: trace, numbering: trace, tellsLastRead: false)
        (self.actor, tellsPagesApart) = (actor, false)
    }

    /// Lets the masking know all secrets before anything is written: a page may print one before it is sent.
    func learnSecrets(of page: VisitedPage) {
        for exchange in page.exchanges {
            for field in exchange.cookieFields { _ = trace.masking.field(named: "cookie", value: field.reveal()) }
            for field in exchange.setCookieFields {
                _ = trace.masking.field(named: "set-cookie", value: field.reveal())
            }
        }
        for action in page.scriptActions {
            switch action.kind {
            case .wroteCookie(let text): _ = trace.masking.field(named: "set-cookie", value: text.reveal())
            case .readCookies(let text): _ = trace.masking.field(named: "cookie", value: text.reveal())
            case .userScript, .policyViolation, .lostScript, .evaluated: continue
            }
        }
        for cookie in page.cookies { _ = trace.masking.secret(cookie.value) }
    }

    /// - Parameters:
    ///   - given: what the model's jar would have sent, and would have withheld.
    ///   - handWritten: the `Cookie` field that the app wrote for this request; nil for none.
    ///   - left: cookies that were not sent, besides those that the jar withholds.
    ///   - odd: why a cookie that was sent should not have been, by its name and value.
    /// - Returns: the request's number.
    package func note(
        _ exchange: EngineExchange, _ given: RequestCookies, _ jar: SharedCookieJar, handWritten: String? = nil,
        left others: [CookieMention] = [], odd: [[String]: [ReasonCode]] = [:]
    ) -> Int {
        let hop = numbering.nextHop()
        let masking = trace.masking
        var known = given.sent + given.withheld.map(\.cookie)
        let sent = CookiePairs.read(exchange.cookieHeader?.reveal()).map { pair in
            let reasons = odd[[pair.name, pair.value]] ?? []
            // Where it belongs only a jar knows; the wire has names and values.
            guard let place = known.firstIndex(where: { $0.name == pair.name && $0.value == pair.value }) else {
                return CookieMention(name: pair.name, value: masking.secret(pair.value), reasons: reasons)
            }
            return known.remove(at: place).mention(masking, reasons: reasons)
        }
        let left = Set(known.map(\.identity))
        let withheld = given.withheld.filter { left.contains($0.cookie.identity) }.map {
            $0.cookie.mention(masking, reasons: $0.reasons.map(\.code))
        }
        let isDropped = handWritten != nil && exchange.cookieHeader?.reveal() != handWritten
        let event = RequestEvent(
            hop: hop, method: exchange.method, url: masking.url(exchange.url), store: jar.name, sent: sent,
            withheld: withheld + others, notes: isDropped ? [SendReason.manualHeaderDropped.code] : [],
            fields: exchange.requestFields.map { masking.field($0.name, $0.text) })
        trace.record(.request(event), by: asker(of: exchange))
        return hop
    }

    package func noteAnswer(_ exchange: EngineExchange, hop: Int) {
        let event = ResponseEvent(
            hop: hop, status: exchange.status, location: exchange.location.map { trace.masking.url($0) },
            setCookieNames: exchange.setCookieFields.map { CookieFields.name(inSetCookie: Array($0.reveal().utf8)) },
            elapsed: exchange.end - exchange.start, type: exchange.type,
            said: exchange.said.map { trace.masking.text($0) }, reasons: exchange.reasons)
        trace.record(.response(event), by: asker(of: exchange))
    }

    private func asker(of exchange: EngineExchange) -> TraceActor {
        guard tellsPagesApart, actor == .webView else { return actor }
        let fields = exchange.requestFields.map { (name: ASCIIText.lowercased($0.name), value: $0.text) }
        return FetchMetadata(fields).isDocument() ? actor : .page
    }

    func note(_ event: EngineEvent) {
        func navigation(_ phase: NavigationEvent.Phase, _ url: String, _ reasons: [ReasonCode] = []) {
            trace.record(
                .navigation(NavigationEvent(phase, url: trace.masking.url(url), reasons: reasons)), by: .webView)
        }
        switch event {
        case .navigation(.didStartProvisional, let url): navigation(.didStartProvisional, url)
        case .navigation(.didReceiveServerRedirect, let url): navigation(.didReceiveServerRedirect, url)
        case .navigation(.didCommit, let url): navigation(.didCommit, url)
        case .navigation(.didFinish, let url): navigation(.didFinish, url)
        case .failed(let failure):
            let reason = failure.isSuperseded ? NavigationReason.superseded.code : PageEngineReason.loadFailed.code
            navigation(.didFail, failure.url, [reason])
        case .action(let url, _, _): navigation(.decidePolicyForAction, url)
        case .response(let url, _, _, _): navigation(.decidePolicyForResponse, url)
        case .console(let message): note(message)
        case .scriptMessage(let handler, let body): note(handler, body.text())
        case .asked(let name, let details):
            note(name, JSONValue.object(details).text(), [PageWishReason(askedBy: name)].compactMap(\.self))
        case .processTerminated(let reason):
            note("webViewWebContentProcessDidTerminate", reason, [.contentProcessEnded])
        case .urlChanged, .titleChanged, .resource, .answered, .openedWindow: break
        }
    }

    /// - Parameter wishes: what the page wanted and did not get.
    func note(_ handler: String, _ body: String, _ wishes: [PageWishReason] = []) {
        let event = MessageEvent(handler: handler, body: trace.masking.text(body), reasons: wishes.map(\.code))
        trace.record(.message(event), by: .page)
    }
}

// What the page asked for in vain, and what its scripts threw.
extension EngineRecorder {
    /// - Parameter exchange: what the proxy saw of the request; nil for nothing.
    func note(_ failure: EngineEvent.ResourceFailure, of url: String, _ exchange: EngineExchange?, hop: Int?) {
        let judged = RequestFailure(failure, exchange)
        // The page's own event reports what its policy blocks, with the directive.
        if judged.reason == .blockedByPolicy { return }
        let words = exchange?.handling == .refused ? Self.words(of: exchange) : failure.words
        record(
            FailedRequestEvent(
                method: exchange.map(Self.method) ?? "", url: trace.masking.url(url), hop: hop,
                words: trace.masking.text(words), missing: judged.missing,
                reasons: [judged.reason.code] + (exchange?.handling == .refused ? exchange?.reasons ?? [] : [])))
    }

    /// The proxy did not pass it on, or had no answer to it.
    func noteRefusal(_ exchange: EngineExchange) {
        record(
            FailedRequestEvent(
                method: Self.method(exchange), url: trace.masking.url(exchange.url),
                words: trace.masking.text(Self.words(of: exchange)),
                reasons: [RequestFailure(refusedFor: exchange.reasons).reason.code] + exchange.reasons))
    }

    private static func words(of exchange: EngineExchange?) -> String {
        exchange?.reasons.lazy.compactMap { ReasonCatalogue.all[$0]?.meaning }.first ?? "The proxy refused it."
    }

    /// The method of what the page wanted: of a tunnel it is not known, of a preflight it is in a field.
    private static func method(_ exchange: EngineExchange) -> String {
        switch exchange.method {
        case "CONNECT": ""
        case "OPTIONS": exchange.requestFields.first("access-control-request-method") ?? exchange.method
        default: exchange.method
        }
    }

    private func record(_ event: FailedRequestEvent) { trace.record(.requestFailed(event), by: .page) }

    /// - Parameters:
    ///   - hasIntegrity: whether the page gives the script's hash.
    ///   - isBlocked: whether the page's policy kept it back.
    func noteSkipped(_ script: String, _ exchange: EngineExchange?, hasIntegrity: Bool, isBlocked: Bool) {
        let ofType = [PageEngineReason.scriptIsHTML.code, PageEngineReason.scriptOfOtherType.code]
        let types = exchange?.reasons.filter(ofType.contains) ?? []
        let reason: ReasonCode =
            if isBlocked {
                PageReason.blockedByPolicy.code
            } else if let exchange, exchange.handling == .refused {
                RequestFailure(refusedFor: exchange.reasons).reason.code
            } else if let status = exchange?.status, status >= 400 {
                SkippedScriptReason.answeredError.code
            } else if let type = types.first {
                type
            } else if hasIntegrity, exchange?.status != nil {
                SkippedScriptReason.integrity.code
            } else {
                PageReason.scriptNotRun.code
            }
        let event = SkippedScriptEvent(url: trace.masking.url(script), status: exchange?.status, reasons: [reason])
        trace.record(.scriptSkipped(event), by: .page)
    }

    func note(_ message: EngineEvent.ConsoleMessage) {
        let isThrown = message.level == "exception"
        if !isThrown { note("console.\(message.level)", message.message) }
        guard isThrown || message.level == "error" && message.name != nil else { return }
        let masking = trace.masking
        let bare = message.name.map { message.message.trimmingPrefix("\($0): ") } ?? message.message[...]
        let event = PageErrorEvent(
            isThrown ? message.isRejection ? .rejection : .uncaught : .printed,
            name: message.name.map { masking.text($0).text }, message: masking.text(String(bare)),
            file: message.script.map { masking.url($0) }, line: message.line.map { Int(clamping: $0) },
            column: message.column.map { Int(clamping: $0) }, reasons: [PageReason.threw.code])
        trace.record(.pageError(event), by: .page)
    }

    /// With what the policy of the page at `url` kept back, a request that it asked for has failed.
    func noteViolation(_ directive: String, _ blocked: String, at url: String) {
        let masking = trace.masking
        let violation = PolicyViolationEvent(
            directive: masking.text(directive).text, blocked: masking.url(blocked), page: masking.url(url),
            reasons: [PageReason.blockedByPolicy.code])
        trace.record(.policyViolation(violation), by: .page)
        guard directive == "connect-src" else { return }
        record(
            FailedRequestEvent(
                method: "", url: violation.blocked, words: masking.plain("the content security policy blocks it"),
                missing: directive, reasons: [FailedRequestReason.blockedByPolicy.code]))
    }
}

/// The pairs of a `Cookie` header's value.
enum CookiePairs {
    static func read(_ header: String?) -> [(name: String, value: String)] {
        guard let header, !header.isEmpty else { return [] }
        return header.utf8.split(separator: UInt8(ascii: ";")).map { part in
            let pair = ASCIIText.trimmed(part)
            guard let equals = pair.utf8.firstIndex(of: UInt8(ascii: "=")) else { return ("", pair) }
            return (String(pair[..<equals]), String(pair[pair.utf8.index(after: equals)...]))
        }
    }
}
