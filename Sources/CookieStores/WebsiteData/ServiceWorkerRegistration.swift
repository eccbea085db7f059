public import BridgePrimitives
public import HTTPLoader

/// A service worker, as far as it concerns sessions: it adds headers to the requests that it handles.
///
/// It sees requests before their cookies are added, so it neither reads nor writes `Cookie` (Fetch, forbidden
/// request-headers).
public struct ServiceWorkerRegistration: Hashable, Sendable {
    /// Documents whose URL starts with it, as text, are the worker's (Service Workers, "match service worker
    /// registration").
    public let scope: WebURL
    /// Set on requests to the worker's own origin.
    public let headers: HTTPHeaders

    package init(scope: WebURL, headers: HTTPHeaders) { (self.scope, self.headers) = (scope, headers) }

    func matches(_ url: WebURL) -> Bool {
        scope.sameOrigin(as: url) && url.settingFragment(nil).string.utf8.starts(with: scope.string.utf8)
    }

    /// What the worker makes of a request of its client's.
    ///
    /// - Returns: whether it added anything.
    package func handle(_ request: inout HTTPRequest) -> Bool {
        guard scope.sameOrigin(as: request.url), !headers.isEmpty else { return false }
        for field in headers { request.headers.set(field.name, bytes: field.value) }
        return true
    }
}

/// The outcome of a registration.
public struct ServiceWorkerDecision: Hashable, Sendable {
    /// Nil when it was refused.
    public let registration: ServiceWorkerRegistration?
    /// Why it was refused, or what was altered.
    public let reasons: [ServiceWorkerReason]

    package init(registration: ServiceWorkerRegistration?, reasons: [ServiceWorkerReason]) {
        (self.registration, self.reasons) = (registration, reasons)
    }
}
