import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import HTTPLoader
import Scenarios
import WebViews

/// The page that the model shows.
struct ModelPage: ShownPage {
    private let browser: AppBrowser
    private let world: World

    /// Nil where none is shown.
    init?(of browser: AppBrowser, in world: World) {
        guard browser.view != nil else { return nil }
        (self.browser, self.world) = (browser, world)
    }

    func load(_ url: WebURL) async {
        let request = PageRequest(url: url, timeoutInterval: world.settings.pageTimeout)
        await browser.act { view in
            if !view.moved(to: url) { await view.load(request) }
        }
    }

    func link(at selector: String) async -> ShownLink? {
        guard let (url, target) = await browser.view?.link(at: selector) else { return nil }
        return ShownLink(to: url, target: target, at: selector)
    }

    func click(_ link: ShownLink) async {
        await browser.act { view in
            let request = HTTPRequest(url: link.url)
            if link.wantsOtherWindow {
                _ = await view.openWindow(request)
            } else if !view.moved(to: link.url) {
                _ = await view.navigate(request)
            }
        }
    }

    func send(_ form: FormSubmission, to action: WebURL) async throws {
        let request = try form.request(to: action)
        await browser.act { view in _ = await view.navigate(request, by: .form) }
    }

    func fetch(_ url: WebURL, _ fetch: PageFetch) async -> UnansweredFetch? {
        var request = HTTPRequest(method: fetch.method == .post ? "POST" : "GET", url: url)
        for header in fetch.headers { request.headers.append(header.name, header.text) }
        let failure = await browser.act { [request] view -> NavigationFailure? in
            do throws(NavigationFailure) { _ = try await view.fetch(request) } catch { return error }
            return nil
        }
        return (failure ?? nil).map { UnansweredFetch($0) }
    }

    func evaluate(_ script: String) async -> Result<JSONValue, ScriptFailure> {
        let outcome = await browser.act { view -> Result<JSONValue, ScriptFailure> in
            do throws(ScriptFailure) { return .success(try await view.evaluateJavaScript(script)) } catch {
                return .failure(error)
            }
        }
        return outcome ?? .success(.null)
    }

    func value(of script: String) async -> Result<JSONValue, ScriptFailure> { await evaluate(script) }

    func post(_ message: PageMessage) async throws {
        let failure = await browser.act { view -> BridgeFailure? in
            do throws(BridgeFailure) { try await view.post(message.body, to: message.name) } catch { return error }
            return nil
        }
        if let failure = failure ?? nil { throw failure }
    }

    /// Of documents that refresh to one another.
    private static let refreshLimit = 20

    func wait(
        within limit: Duration, until holds: @Sendable () async throws -> Bool
    ) async throws -> ExpectationReason? {
        let deadline = world.clock.now + limit
        for _ in 0..<Self.refreshLimit {
            let pending = await browser.view?.pendingRefresh
            switch WaitDecision(holds: try await holds(), pending: pending, deadline: deadline) {
            case .met: return nil
            case .inVain(let reason): return reason
            case .goOn(let moment):
                let distance = moment - world.clock.now
                if distance > .zero {
                    world.clock.advance(by: distance)
                    world.trace.record(.clock(ClockEvent(change: "+" + distance.worldText)), by: .test)
                }
                await browser.act { view in await view.followDueRefresh() }
            }
        }
        return .notInTime
    }

    func hasCookie(named name: String) -> Bool {
        browser.dataStore.httpCookieStore.jar.all().contains { $0.name == name }
    }

    func ending() -> (verdict: Verdict, route: String?) { (world.ending.verdict, world.shownRoute) }
}

extension HeadlessWebView {
    /// Goes to an address of the document that is shown; the page's router is not there to hear of it.
    ///
    /// - Returns: whether it is one.
    fileprivate func moved(to url: WebURL) -> Bool {
        guard isInDocument(url) else { return false }
        pushState(url.string)
        return true
    }
}

extension FormSubmission {
    /// The request that a submission makes (HTML §4.10.22.3): of GET the fields are the query, in the place of the action's
    /// own.
    ///
    /// - Throws: as ``WebURL/init(_:)`` for a query that makes the address longer than any server takes.
    func request(to action: WebURL) throws(BridgeFailure) -> HTTPRequest {
        let entries = fields.map { (Self.withNetworkNewlines($0.name), Self.withNetworkNewlines($0.text)) }
        switch method {
        case .post: return .form(url: action, fields: entries)
        case .get:
            let query = String(decoding: FormBody.encode(entries), as: UTF8.self)
            return HTTPRequest(url: try action.resolving("?" + query))
        }
    }

    /// Line ends are CR LF on the wire (HTML §4.10.22.4).
    private static func withNetworkNewlines(_ text: String) -> String {
        text.map { $0 == "\n" || $0 == "\r" || $0 == "\r\n" ? "\r\n" : String($0) }.joined()
    }
}
