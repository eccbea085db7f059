/// What a real engine does otherwise than the model of iOS in a scenario of `Scenarios/ways`: docs/handover-matrix.md
/// tells it, and the browser tests hold it.
public struct WayDifference: Sendable {
    public enum Engine: String, CaseIterable, Sendable {
        case webkitgtk, chromium

        public var words: String { self == .webkitgtk ? "WebKitGTK" : "Chromium" }
    }

    /// The way's number.
    public let way: Int
    /// As a scenario's name has it behind the way's: `a reload`.
    public let place: String
    public let engine: Engine
    /// What of the scenario's expectations is not met.
    public let unmet: String
    /// What was found there.
    public let found: String
    public let why: String
    /// Whether it ends as in the model at other times.
    public let isByChance: Bool

    private init(
        _ way: Int, _ place: String, _ engine: Engine, unmet: String, found: String, why: String,
        isByChance: Bool = false
    ) {
        (self.way, self.place, self.engine) = (way, place, engine)
        (self.unmet, self.found, self.why) = (unmet, found, why)
        self.isByChance = isByChance
    }

    /// Ways that no engine can be asked for, and why.
    public static let modelOnly: [(way: Int, why: String)] = [
        (6, "an engine takes writes in order, and nobody can have it take one late"),
        (12, "WebKitGTK's API has no load with a body"),
        (19, "the page's own worker is not that of the model; there are tests of it in both engines"),
    ]

    public static let all: [WayDifference] =
        [
            Self(
                2, "in frames of the site", .chromium, unmet: "request 1 of the page for / with the cookie",
                found: "at times nothing in the first frame's request",
                why: "it asks for a frame once it has read its element, at times before the script has run",
                isByChance: true),
            Self(
                7, "the first page", .webkitgtk, unmet: "with Cookie", found: "nothing",
                why: "it drops a Cookie header that the app sets: `send/manual-header-dropped`"),
            Self(7, "a reload", .webkitgtk, unmet: "with Cookie", found: "nothing", why: "it never had the header"),
            Self(
                7, "a reload", .chromium, unmet: "with Cookie", found: "nothing",
                why: "DevTools puts the header into one request; whether iOS repeats it is not known"),
            Self(
                8, "the first page", .webkitgtk, unmet: "with Cookie", found: "the store's cookie",
                why: "it drops the app's header"),
            Self(
                8, "a reload", .webkitgtk, unmet: "with Cookie", found: "the store's cookie",
                why: "it never had the header"
            ),
            Self(
                8, "a reload", .chromium, unmet: "with Cookie", found: "the store's cookie",
                why: "DevTools puts the header into one request"),
            Self(
                9, "behind a redirect", .chromium, unmet: "with a header authorization", found: "nothing",
                why: "DevTools puts the header into one request"),
            Self(
                9, "a reload", .chromium, unmet: "with a header authorization", found: "nothing",
                why: "DevTools puts the header into one request"),
            Self(
                21, "after a relaunch, an hour later", .webkitgtk, unmet: "without the cookie", found: "the cookie",
                why: "its clock is the machine's, which no scenario moves"),
            Self(
                21, "after a relaunch, an hour later", .chromium, unmet: "without the cookie", found: "the cookie",
                why: "its clock is the machine's, which no scenario moves"),
        ] + chromiumPhantom

    /// Chromium asks one store for all, and lets no script write over an HttpOnly cookie.
    private static let chromiumPhantom: [WayDifference] =
        ["the first page", "behind a redirect", "a reload", "after a relaunch", "in frames of the site"].map { place in
            Self(
                23, place, .chromium,
                unmet: place == "in frames of the site" ? "visible to script" : "equals customtoken",
                found: "scripts see nothing",
                why: "its scripts write to the store itself, which lets none write over an HttpOnly cookie")
        }
}
