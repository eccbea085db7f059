/// Who is first party around a request or a document, and how strict the view is about the others.
public struct PartyContext: Hashable, Sendable {
    /// The top-level document's URL; the request's own for a top-level navigation. Nil when there is none (native
    /// code, a worker of unknown page): then nothing counts as third party.
    public var siteForCookies: CookieURL?
    /// Whether tracking prevention is on in this view; see ``CookieProfile/trackingPreventionByDefault``.
    public var trackingPrevention: Bool
    /// Whether the frame was granted storage access, so that third-party blocking does not apply.
    public var hasStorageAccess: Bool

    public init(siteForCookies: CookieURL? = nil, trackingPrevention: Bool = false, hasStorageAccess: Bool = false) {
        (self.siteForCookies, self.trackingPrevention) = (siteForCookies, trackingPrevention)
        self.hasStorageAccess = hasStorageAccess
    }
}
