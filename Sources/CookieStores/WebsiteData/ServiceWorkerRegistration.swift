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

/// Why a service worker is not there, or what it did.
public enum ServiceWorkerReason: String, Reason {
    case needsAppBoundDomain = "worker/needs-app-bound-domain"
    case insecureOrigin = "worker/insecure-origin"
    case opaqueOrigin = "worker/opaque-origin"
    case foreignScope = "worker/foreign-scope"
    case tooManyRegistrations = "worker/too-many-registrations"
    /// A note: the worker is there without it.
    case forbiddenHeader = "worker/forbidden-header"
    /// A note about a request.
    case headersAdded = "worker/headers-added"

    public var meaning: String {
        switch self {
        case .needsAppBoundDomain: "On iOS web views have service workers only on app-bound domains."
        case .insecureOrigin: "Service workers need https, or a server on the own machine."
        case .opaqueOrigin: "The document has no origin that a worker could belong to."
        case .foreignScope: "The scope is no URL of the document's own origin."
        case .tooManyRegistrations: "The store keeps as many registrations as it can."
        case .forbiddenHeader: "The worker cannot set Cookie headers, so that one was left out."
        case .headersAdded: "The page's service worker set headers on the request."
        }
    }

    public var fix: String {
        switch self {
        case .needsAppBoundDomain:
            "List the domain under WKAppBoundDomains and set limitsNavigationsToAppBoundDomains."
        case .insecureOrigin: "Serve the page over https."
        case .opaqueOrigin: "Register from a page of the web that is not sandboxed."
        case .foreignScope: "Use a path of the page's own origin."
        case .tooManyRegistrations: "Remove registrations that are not used."
        case .forbiddenHeader: "Send a token in Authorization."
        case .headersAdded: ""
        }
    }
}
