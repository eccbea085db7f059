/// Where one looks whether the session has arrived.
enum HandoverColumn: String, CaseIterable, Sendable {
    /// The very first main-frame request.
    case first = "First"
    /// The first document, after the user scripts at its start.
    case documentStart = "dStart"
    /// A request that the page makes later, to its own origin.
    case later = "Later"
    /// The request after a redirect within the site.
    case redirect = "Redir"
    /// The request of a native reload.
    case reload = "Reload"
    /// The first request after the app was ended and started again, without another handing over.
    case relaunch = "Relaunch"
    /// The requests of two frames of the site: one of the page's origin, one of a sibling host.
    case sameSiteFrame = "SS-frame"
    /// The request of a frame of another site.
    case crossSiteFrame = "XS-frame"

    /// The page that is loaded.
    var path: String {
        switch self {
        case .first, .documentStart, .later, .reload, .relaunch: "/"
        case .redirect: "/start"
        case .sameSiteFrame, .crossSiteFrame: "/framed"
        }
    }
}

/// What differs from iOS 18 with tracking prevention, for cells that the facts leave open or tell of another engine.
enum HandoverSetting: Hashable, Sendable {
    case ios
    /// WebKitGTK, with tracking prevention too.
    case webkitgtk
    /// Engines differ over a manual Cookie header; iOS takes ``ManualHeader/firstHopOnly``.
    case manualHeaderSentAlong
    case manualHeaderDropped
    /// The redirect leads to another origin of the site.
    case redirectToSibling
    /// The redirect's Location repeats what was in the URL.
    case locationRepeatsToken
    /// The redirect's Location has a fragment of its own.
    case locationHasFragment
    /// The page makes the request without its own code adding anything, as an image would be.
    case plainRequest
    /// A native write that is not awaited arrives after the next request.
    case lateNativeWrite
    /// The app's Info.plist lists no App-Bound Domains.
    case noAppBoundDomains
    /// The cookie is for app.localhost alone and not for its subdomains.
    case hostOnlyCookie
    /// The network process dies right after the handing over, before the app is started again.
    case crashAtOnce
    /// The same when the cookie has had time to get to the disk.
    case crashLater
    /// An hour passes while the app is closed.
    case anHourLater
}
