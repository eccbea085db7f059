import BridgePrimitives
import BridgeTrace
import Cookies
public import CookieStores
public import HTTPLoader

extension HeadlessWebView {
    /// Registers a service worker, as a script of the page that is shown would with
    /// `navigator.serviceWorker.register`. It takes over with the next load: the page that is open stays without.
    ///
    /// - Parameters:
    ///   - scope: relative to the page.
    ///   - headers: what the worker sets on requests to its own origin.
    @discardableResult
    public func registerServiceWorker(scope: String = "/", adding headers: HTTPHeaders) -> ServiceWorkerDecision {
        let decision = decide(scope: scope, adding: headers)
        trace.record(
            .script(
                ScriptEvent(
                    origin: .serviceWorkerRegistration, url: trace.masking.url(page.url.text),
                    reasons: decision.reasons.map(\.code))), by: .page)
        return decision
    }

    private func decide(scope: String, adding headers: HTTPHeaders) -> ServiceWorkerDecision {
        func refusal(_ reason: ServiceWorkerReason) -> ServiceWorkerDecision {
            ServiceWorkerDecision(registration: nil, reasons: [reason])
        }
        guard let url = page.url.web, !page.place.isSandboxed else { return refusal(.opaqueOrigin) }
        guard url.isSecure || CookieURL.isLoopback(url.host) else { return refusal(.insecureOrigin) }
        guard configuration.permitsServiceWorkers(on: url) else { return refusal(.needsAppBoundDomain) }
        guard let scope = try? url.resolving(scope).settingFragment(nil), scope.sameOrigin(as: url) else {
            return refusal(.foreignScope)
        }
        let allowed = headers.filter { !Self.forbidden.contains(ASCIIText.lowercased($0.name.utf8)) }
        let registration = ServiceWorkerRegistration(scope: scope, headers: HTTPHeaders(Array(allowed)))
        guard websiteDataStore.keep(registration) else { return refusal(.tooManyRegistrations) }
        return ServiceWorkerDecision(
            registration: registration, reasons: allowed.count == headers.count ? [] : [.forbiddenHeader])
    }

    private static let forbidden: Set<String> = ["cookie", "cookie2", "set-cookie", "host", "content-length"]

    /// The worker that handles a document's request.
    func worker(for url: WebURL) -> ServiceWorkerRegistration? {
        configuration.permitsServiceWorkers(on: url) ? websiteDataStore.serviceWorker(for: url) : nil
    }
}

extension WebViewConfiguration {
    func permitsServiceWorkers(on url: WebURL) -> Bool {
        guard serviceWorkersNeedAppBoundDomains else { return true }
        let rules = appBoundRules
        return rules.domains != nil && rules.limitsNavigations && rules.permitsNavigation(to: CookieURL(url))
    }
}
