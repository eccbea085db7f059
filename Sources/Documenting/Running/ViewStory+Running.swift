import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import HTTPLoader
import WebViews

extension ViewStory {
    /// Plays the story in a view of its own, with a store on a disk of its own.
    func run(as profile: CookieProfile, start: Instant) async throws -> ExampleRun {
        let player = ViewPlayer(self, profile: profile, start: start)
        var steps: [ExampleStep] = answers.map { ExampleStep(Self.words($0)) }
        for event in events { steps.append(try await player.play(event)) }
        return ExampleRun(steps)
    }

    private static func words(_ answer: Answer) -> String {
        if let failure = answer.failure { return "\(answer.url) does not answer: \(failure.rawValue)" }
        let body = answer.body.isEmpty || answer.body == Answer().body ? [] : [answer.body]
        let parts = answer.headers.filter { $0 != "Content-Type: text/html" } + body.map(shortened)
        return "\(answer.url) answers  \(answer.status)" + parts.map { "\n    \($0)" }.joined()
    }

    static func shortened(_ text: String) -> String {
        let text = VisibleText.escaped(text)
        return text.utf8.count > 200 ? "\(text.prefix(120))… (\(text.utf8.count) bytes)" : text
    }
}

/// A site that answers what the story says, and 404 elsewhere.
private struct ExampleSite: Transport {
    let answers: [ViewStory.Answer]

    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        if let refusal = request.refusal(limits: TransportLimits()) { throw refusal }
        guard let answer = answers.first(where: { $0.url == request.url.string }) else {
            return Exchange(request: request, response: HTTPResponse(status: 404))
        }
        if let failure = answer.failure {
            throw TransportFailure(failure, cause: "\(request.url.host) \(failure.meaning)")
        }
        let response = HTTPResponse(
            status: answer.status, headers: HTTPHeaders(answer.headers.compactMap(Self.field)),
            body: Array(answer.body.utf8))
        return Exchange(request: request, response: response)
    }

    static func field(_ line: String) -> (String, String)? {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        return (String(line[..<colon]), String(line[line.index(after: colon)...].drop { $0 == " " }))
    }
}

/// Decides as the story's app does.
private struct CancellingDelegate: NavigationDelegate {
    let cancelsActions: Bool

    func decidePolicy(for action: NavigationAction) async -> NavigationPolicy { cancelsActions ? .cancel : .allow }
    func decidePolicy(for response: NavigationResponse) async -> NavigationPolicy {
        cancelsActions ? .allow : .cancel
    }
}

/// A view, its store and its clock. Used by one task.
private final class ViewPlayer {
    private let clock: WorldClock
    private let trace: TraceLog
    private let store: WebsiteDataStore
    private let nativeStorage: NativeCookieStorage
    private let site: ExampleSite
    private let story: ViewStory
    private let content = UserContentController()
    private var view: HeadlessWebView
    private var told = 0

    init(_ story: ViewStory, profile: CookieProfile, start: Instant) {
        (self.story, site) = (story, ExampleSite(answers: story.answers))
        clock = .frozen(at: start)
        trace = TraceLog(clock: clock, masking: Masking(.fingerprints))
        let app = AppInformation(appBoundDomains: story.boundDomains)
        store = .persistent(
            profile: profile, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace, app: app)
        nativeStorage = NativeCookieStorage(
            profile: profile, publicSuffixes: PublicSuffixList.standard, clock: clock, trace: trace)
        view = Self.view(story, store, content, site, clock, trace)
        store.httpCookieStore.compare(with: nativeStorage.jar)
    }

    private static func view(
        _ story: ViewStory, _ store: WebsiteDataStore, _ content: UserContentController, _ site: ExampleSite,
        _ clock: WorldClock, _ trace: TraceLog
    ) -> HeadlessWebView {
        var configuration = WebViewConfiguration(websiteDataStore: store, userContentController: content)
        configuration.limitsNavigationsToAppBoundDomains = story.limitsNavigations
        return HeadlessWebView(configuration: configuration, transport: site, clock: clock, trace: trace)
    }

    func play(_ event: ViewStory.Event) async throws -> ExampleStep {
        let (done, answer, more) = try await perform(event)
        let events = trace.events.dropFirst(told)
        told = trace.events.count
        return ExampleStep(done, answer, reasons: (events.flatMap(\.reasons) + more).uniqued())
    }

    private func perform(
        _ event: ViewStory.Event
    ) async throws -> (done: String, answer: String, reasons: [ReasonCode]) {
        switch event {
        case .load(let url, let headers, let cachedOnly):
            let request = PageRequest(
                url: try WebURL(url), headers: HTTPHeaders(headers.compactMap(ExampleSite.field)),
                cachePolicy: cachedOnly ? .returnCacheDataDontLoad : .useProtocolCachePolicy)
            let with = headers.isEmpty ? "" : "  with  \(headers.joined(separator: ", "))"
            return told(
                "load(\(url)\(cachedOnly ? ", returnCacheDataDontLoad" : ""))\(with)", await view.load(request))
        case .html(let text, let base):
            let result = await view.loadHTMLString(text, baseURL: base)
            return told("loadHTMLString(\"\(ViewStory.shortened(text))\", baseURL: \(base ?? "nil"))", result)
        case .reload: return told("reload()", await view.reload())
        case .followRefreshes(let duration):
            guard let result = await view.followRefreshes(until: clock.now + duration) else {
                return ("the page's refresh is waited for, \(duration.worldText)", "it came to rest", [])
            }
            return told("the page's refresh is waited for, \(duration.worldText)", result)
        case .addUserScript(let source):
            content.addUserScript(UserScript(source: source, injectionTime: .atDocumentStart))
            return ("addUserScript at document start:  \(ViewStory.shortened(source))", "", [])
        case .evaluate(let source): return await evaluated(source) { try await self.view.evaluateJavaScript(source) }
        case .evaluateInFrame(let source):
            return await evaluated("in the frame: " + source) {
                guard let frame = await self.view.frames.first else { return .null }
                return try await self.view.evaluateJavaScript(source, in: frame.id)
            }
        case .read:
            let cookies = await view.readCookies()
            let hidden = (cookies?.hidden ?? []).flatMap(\.reasons) + (cookies?.shown ?? []).map(\.reason)
            return (
                "a script reads document.cookie", cookies.map { "it sees \"\($0.value)\"" } ?? "it throws",
                hidden.map(\.code)
            )
        case .set(let cookie):
            let decision = await store.httpCookieStore.setCookie(cookie)
            return ("await setCookie(\(Self.words(cookie)))", decision.outcome.rawValue, [])
        case .setUnawaited(let cookie):
            store.httpCookieStore.writeSchedule = .afterNextRequest
            store.httpCookieStore.setCookie(cookie, completionHandler: nil)
            return ("setCookie(\(Self.words(cookie))), not awaited", "", [])
        case .setInNativeStorage(let cookie):
            nativeStorage.setCookie(cookie)
            return ("HTTPCookieStorage.shared.setCookie(\(Self.words(cookie)))", "", [])
        case .disallowCookies:
            await store.httpCookieStore.setCookiePolicy(.disallow)
            return ("setCookiePolicy(.disallow)", "", [])
        case .fetch(let url, let omits):
            let request = HTTPRequest(url: try WebURL(url))
            let call = "the page calls fetch(\"\(url)\"\(omits ? ", { credentials: \"omit\" }" : ""))"
            do throws(NavigationFailure) {
                let result = try await view.fetch(request, credentials: omits ? .omit : .include)
                return (call, "answered \(result.response.status)", [])
            } catch { return (call, error.description, error.reasons) }
        case .registerWorker(let scope, let headers):
            let decision = await view.registerServiceWorker(
                scope: scope, adding: HTTPHeaders(headers.compactMap(ExampleSite.field)))
            return (
                "the page registers a service worker for \(scope) that adds  \(headers.joined(separator: ", "))",
                decision.registration == nil ? "refused" : "registered", decision.reasons.map(\.code)
            )
        case .pushState(let address):
            let change = await view.pushState(address)
            if case .refused(let reason) = change { return ("history.pushState(\(address))", "refused", [reason.code]) }
            return ("history.pushState(\(address))", "taken", [])
        case .wait(let duration):
            clock.advance(by: duration)
            return ("\(duration.worldText) pass", "", [])
        case .relaunch:
            store.relaunch()
            return ("the app is ended and launched again", "", [])
        case .crashNetworkProcess:
            store.networkProcessCrash()
            return ("the network process dies and is started again", "", [])
        case .cancelActions:
            await view.setNavigationDelegate(CancellingDelegate(cancelsActions: true))
            return ("the delegate's decidePolicyFor navigationAction answers .cancel", "", [])
        case .cancelResponses:
            await view.setNavigationDelegate(CancellingDelegate(cancelsActions: false))
            return ("the delegate's decidePolicyFor navigationResponse answers .cancel", "", [])
        case .anotherView:
            view = Self.view(story, store, content, site, clock, trace)
            return ("another web view is made on the same store", "", [])
        }
    }

    private func told(_ done: String, _ result: NavigationResult) -> (String, String, [ReasonCode]) {
        let sent = result.hops.last?.cookies.header.map { "Cookie: \($0)" } ?? "no Cookie header"
        let answer =
            switch result.outcome {
            case .committed(let status): "shown, \(status), \(sent)"
            case .failed: "failed"
            }
        let frames = result.notes.map(\.code) + result.hops.flatMap(\.notes) + (result.failure?.reasons ?? [])
        return (done, answer, frames + result.scriptFailures.map { $0.reason.code })
    }

    private func evaluated(
        _ source: String, _ body: () async throws -> JSONValue
    ) async -> (String, String, [ReasonCode]) {
        let done = "evaluateJavaScript(\"\(ViewStory.shortened(source))\")"
        do { return (done, "gives \(try await body().text())", []) } catch let failure as ScriptFailure {
            return (done, "fails", [failure.reason.code])
        } catch { return (done, "fails", []) }
    }

    private static func words(_ cookie: NativeCookie) -> String { "\(cookie.name) for \(cookie.domain)\(cookie.path)" }
}
