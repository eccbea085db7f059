import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import WebViews

/// Loads one page of a session: hop by hop, with the jar's cookies, watching for the callback.
struct PageLoad: Sendable {
    enum Outcome: Sendable {
        case page(BrowserPage)
        case end(InAppBrowser.End)
    }

    let jar: SharedCookieJar
    let transport: any Transport
    let clock: WorldClock
    let trace: TraceLog
    let callback: CallbackAddress
    let timeout: Duration

    /// - Parameter page: the page on which the link or form stands; nil for the session's first address.
    func load(_ step: BrowserStep, from page: WebURL?) async -> Outcome {
        if callback.matches(step.target) { return .end(.calledBack(step.target)) }
        guard let request = request(for: step, from: page) else {
            let isOther = page != nil && Self.hasForeignScheme(step.target)
            return .end(
                .because(isOther ? .otherScheme : .unusableAddress, trace.masking.url(step.target).text))
        }
        let deadline = clock.now + timeout
        var machine = LoadMachine()
        var action = machine.start(request)
        var passed: [WebURL] = []
        var last: Exchange?
        while true {
            switch action {
            case .send(let request):
                // A redirect may lead to a callback that is an https address.
                if !passed.isEmpty, callback.matches(request.url.string) {
                    return .end(.calledBack(request.url.string))
                }
                let exchange: Exchange
                do throws(TransportFailure) {
                    exchange = try await perform(request, from: page, passed: passed, deadline: deadline)
                } catch {
                    let reason: WebSessionReason = error.code == .cancelled ? .cancelledByApp : .loadFailed
                    return .end(.because(reason, error.cause, further: [error.code.code]))
                }
                if let location = exchange.response.redirectTarget, callback.matches(location) {
                    return .end(.calledBack(location))
                }
                passed.append(request.url)
                last = exchange
                action = machine.received(exchange)
            case .deliver, .ignore:
                guard let last else { return .end(.because(.loadFailed, "")) }
                return self.page(last)
            case .fail(let reason):
                let place = passed.last.map { "\($0.origin)\($0.path)" } ?? ""
                return .end(
                    .because(reason == .unsupportedRedirect ? .otherScheme : .loadFailed, place, further: [reason.code])
                )
            }
        }
    }

    private func page(_ exchange: Exchange) -> Outcome {
        let (url, response) = (exchange.request.url, exchange.response)
        let type = response.headers.first("content-type")
        guard ASCIIText.isSame((type ?? "").utf8.prefix(9), "text/html".utf8) else {
            return .end(.because(.notAPage, "\(url.origin)\(url.path): \(response.status) \(type ?? "")"))
        }
        return .page(
            BrowserPage(
                url: url, status: response.status, document: PageDocument(html: response.body, contentType: type)))
    }

    // MARK: - Requests

    private func request(for step: BrowserStep, from page: WebURL?) -> HTTPRequest? {
        guard let target = try? page?.resolving(step.target) ?? WebURL(step.target) else { return nil }
        guard let entries = step.entries else { return HTTPRequest(url: target) }
        switch step.form {
        case .get:
            // The form's entries take the place of the action's query (HTML, "mutate action URL").
            let query = String(decoding: FormBody.encode(entries), as: UTF8.self)
            guard let url = try? target.settingFragment(nil).resolving("?\(query)") else { return nil }
            return HTTPRequest(url: url)
        case .post:
            return .form(url: target, fields: entries, headers: page.map { ["Origin": $0.origin] } ?? [:])
        }
    }

    private static func hasForeignScheme(_ address: String) -> Bool {
        guard let colon = address.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = String(address[..<colon])
        return !HTTPHeaders.areSameName(scheme, "http") && !HTTPHeaders.areSameName(scheme, "https")
    }

    private func perform(
        _ request: HTTPRequest, from page: WebURL?, passed: [WebURL], deadline: Instant
    ) async throws(TransportFailure) -> Exchange {
        let url = CookieURL(request.url)
        let sameSite = SameSiteContext.computed(
            for: url, initiator: page.map { CookieURL($0) }, isTopLevelNavigation: true,
            method: request.method, redirectedFrom: passed.map { CookieURL($0) },
            profile: jar.profile, suffixes: jar.publicSuffixes)
        let hop = JarHop(
            request, to: url, cookies: jar.requestCookies(for: RequestContext(url: url, sameSite: sameSite)), of: jar,
            context: StoreContext(sameSite: sameSite), by: .app, in: trace)
        return try await hop.perform(over: DeadlineTransport(transport, deadline: deadline, on: clock)).exchange
    }
}

extension HTTPResponse {
    /// Where a redirect leads, as written; nil for answers that are none, or that name several places.
    fileprivate var redirectTarget: String? {
        guard [301, 302, 303, 307, 308].contains(status), headers.all("location").count == 1 else { return nil }
        return headers.first("location")
    }
}
