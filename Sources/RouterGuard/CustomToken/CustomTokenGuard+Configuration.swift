public import BridgePrimitives

extension CustomTokenGuard {
    /// Which way of writing the guard is followed.
    public enum Preset: String, Hashable, Sendable, CaseIterable {
        /// As articles print it: a failed sign-in calls `next('/signin')` and then, unconditionally, `next()`;
        /// without a cookie `next` is never called; an unreadable cookie throws; a guard that a newer navigation has
        /// overtaken still redirects.
        case article
        /// Exactly one `next` in every branch; no cookie leads to the sign-in page, which never needs a user itself;
        /// a guard that a newer navigation has overtaken redirects nobody.
        case recommended
    }

    /// How the guard is written, and for which site. Begin with ``article`` or ``recommended``.
    public struct Configuration: Hashable, Sendable {
        /// More attempts than this are never made, whatever ``retryLimit`` says.
        static let attemptLimit = 10

        public var cookieName = "customtoken"
        public var reader = CookieReader.vueCookies
        /// Where users without a valid token are sent.
        public var signInPath = "/signin"
        /// The `meta` member that marks records as needing a user; a parent's mark covers its children.
        public var metaKey = "requiresAuth"
        public var preset: Preset
        /// Whether the guard waits until auth has read its storage before it looks for a user. One that does not
        /// takes a user who is still being restored for nobody.
        public var waitsForAuth: Bool
        /// Whether the cookie goes once the token in it has served: it is good for one sign-in, and lives in a place
        /// that every script of the page can read.
        public var deletesCookie: Bool
        /// How often a sign-in is tried again after a failure of ``retryableReasons``; at most 9 times.
        public var retryLimit = 0
        /// Failures that say nothing about the token.
        public var retryableReasons: Set<ReasonCode> = [ReasonCode(unchecked: "auth/network-request-failed")]

        public init(preset: Preset = .article) {
            self.preset = preset
            waitsForAuth = preset == .recommended
            deletesCookie = false
        }

        /// The guard as articles print it, with its defects.
        public static let article = Configuration(preset: .article)
        /// The same guard without them.
        public static let recommended = Configuration(preset: .recommended)
    }
}
