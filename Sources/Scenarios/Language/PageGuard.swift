public import RouterGuard

/// How a page's custom-token guard is written. What is nil is as the preset has it.
public struct PageGuard: Hashable, Sendable {
    public enum Preset: String, CaseIterable, Sendable { case article, recommended }

    /// The libraries that pages read cookies with.
    public enum CookieReader: String, CaseIterable, Sendable {
        case vueCookies = "vue-cookies"
        case jsCookie = "js-cookie"
        case universalCookie = "universal-cookie"
    }

    /// Where the page's router keeps its route.
    public enum Mode: String, CaseIterable, Sendable { case history, hash }

    public var preset = Preset.recommended
    public var cookieReader: CookieReader?
    /// Whether the cookie goes once its token has served.
    public var deletesCookie: Bool?
    /// How often a sign-in is tried again that the network has failed.
    public var retries: Int?
    public var mode = Mode.history
    /// Whether the guard waits until auth has read its storage. One that does not reads in the turn in which the app is
    /// mounted, before user scripts at document end.
    public var waitsForAuth: Bool?
    /// A guard of the team's own, which runs in place of a preset; nil for the preset.
    public var module: GuardModule?
    /// The module's file, from the folder of the file that names it.
    public var file: String?
    /// Which of its exports is the guard, or registers it; nil where there is one.
    public var exportName: String?
    /// The Vue Router that runs the module: 3, 4 or 5; nil for 4.
    public var generation: Int?

    public init(_ preset: Preset = .recommended) { self.preset = preset }
}
