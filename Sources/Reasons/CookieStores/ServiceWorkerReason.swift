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
}
