import Cookies
import HTTPLoader

/// Where a document stands: in the view itself or in a frame, and whether its origin is its own alone.
struct DocumentPlace: Sendable {
    let url: DocumentURL
    /// Sandboxed into an opaque origin, by a header, by its frame element, or by a document around it.
    let isSandboxed: Bool
    /// The documents around this one, the top-level one first; empty in the main frame.
    let ancestors: [DocumentPlace]
    /// `document.referrer`.
    let referrer: String
    /// Whether a decorated link of a tracker led here; said of main frames.
    let isDecoratedLanding: Bool

    init(
        _ url: DocumentURL, isSandboxed: Bool = false, ancestors: [DocumentPlace] = [], referrer: String = "",
        isDecoratedLanding: Bool = false
    ) {
        (self.url, self.isSandboxed, self.ancestors, self.referrer) = (url, isSandboxed, ancestors, referrer)
        self.isDecoratedLanding = isDecoratedLanding
    }

    /// The place of a document in a frame of this one.
    func inside(_ url: DocumentURL, isSandboxed: Bool, referrer: String = "") -> DocumentPlace {
        DocumentPlace(url, isSandboxed: isSandboxed, ancestors: ancestors + [self], referrer: referrer)
    }

    /// The same document under another address.
    func moved(to url: DocumentURL) -> DocumentPlace {
        DocumentPlace(
            url, isSandboxed: isSandboxed, ancestors: ancestors, referrer: referrer,
            isDecoratedLanding: isDecoratedLanding)
    }

    var isMainFrame: Bool { ancestors.isEmpty }
    /// Frames around the document; 0 in the main frame.
    var depth: Int { ancestors.count }
    var parent: DocumentPlace? { ancestors.last }
    var top: DocumentPlace { ancestors.first ?? self }
    /// First party of all that happens here: the top-level document.
    var siteForCookies: CookieURL? { top.url.cookieURL }

    /// Whether scripts here and there may reach into each other (HTML §7.1.1, same origin).
    func isSameOrigin(as other: DocumentPlace) -> Bool {
        guard !isSandboxed, !other.isSandboxed, let mine = url.baseURL, let theirs = other.url.baseURL else {
            return false
        }
        return mine.sameOrigin(as: theirs)
    }

    /// Whether a frame here with that URL would be one page in itself over and over. WebKit allows one such step, since
    /// some sites depend on it.
    func repeats(_ url: WebURL) -> Bool {
        (ancestors + [self]).count { $0.url.web?.settingFragment(nil) == url.settingFragment(nil) } > 1
    }

    /// How the document's own scripts stand to its cookies. In the main frame they see SameSite cookies at once, even
    /// after a landing from another site.
    func sameSite(in profile: CookieProfile, suffixes: any PublicSuffixes) -> SameSiteContext {
        guard !isMainFrame, let url = url.cookieURL else { return .sameSite }
        return .computed(
            for: url, siteForCookies: siteForCookies, initiator: parent?.url.cookieURL,
            ancestors: ancestors.dropFirst().compactMap(\.url.cookieURL), isTopLevelNavigation: false,
            profile: profile, suffixes: suffixes)
    }
}
