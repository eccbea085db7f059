import BridgePrimitives
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// Which of four cookies a request carries, by who asks for what: none given, Lax, Strict, None. They belong to
/// rp.localhost; the other site is other.localhost.
@Suite("SameSite", .timeLimit(.minutes(5)))
struct SameSiteTests {
    enum Context: String, CaseIterable, Sendable {
        case apiLoad, linkFromOtherSite, scriptFromOtherSite, formFromOtherSite, linkFromSubdomain, linkFromOtherScheme
        case frameInOtherSite, imageInOtherSite, frameInSameSite, imageInSameSite, frameInFrameOfOtherSite
    }

    /// The engines' answers: u without SameSite, l Lax, s Strict, n None. A cookie without SameSite is young here.
    static let table: [(context: Context, webKit: String, chromium: String)] = [
        (.apiLoad, "ulsn", "ulsn"),
        (.linkFromOtherSite, "uln", "uln"),
        (.scriptFromOtherSite, "uln", "uln"),
        (.formFromOtherSite, "un", "un"),
        (.linkFromSubdomain, "ulsn", "ulsn"),
        (.linkFromOtherScheme, "ulsn", "uln"),  // WebKit's sites have no scheme
        (.frameInOtherSite, "un", ""),  // Chromium blocks third parties besides
        (.imageInOtherSite, "un", ""),
        (.frameInSameSite, "ulsn", "ulsn"),
        (.imageInSameSite, "ulsn", "ulsn"),
        (.frameInFrameOfOtherSite, "ulsn", ""),  // WebKit asks the top document alone
    ]

    static func setCookies(_ world: TestWorld) {
        let values: [(String, SameSite)] = [("u", .unspecified), ("l", .lax), ("s", .strict), ("n", .none)]
        for (name, sameSite) in values {
            world.put(name, "1", on: "rp.localhost", sameSite: sameSite)
        }
    }

    static func answer(_ request: ReceivedRequest) -> Reply {
        let rp = "http://rp.localhost:\(request.port)"
        return switch request.line {
        case "GET other.localhost/frame", "GET sub.rp.localhost/frame": .html("<iframe src='\(rp)/target'></iframe>")
        case "GET rp.localhost/nested":
            .html("<iframe src='http://other.localhost:\(request.port)/frame'></iframe>")
        case "GET other.localhost/back": .redirect("\(rp)/target")
        default: .html()
        }
    }

    /// Makes the request for rp.localhost/target and tells what it carried.
    static func sent(_ context: Context, in world: TestWorld) async throws -> String {
        let target = try WebURL(world.server.url("/target", on: "rp.localhost"))
        switch context {
        case .apiLoad:
            try await world.load("/target", on: "rp.localhost")
        case .linkFromOtherSite:
            try await world.load("/", on: "other.localhost")
            await world.view.navigate(HTTPRequest(url: target))
        case .scriptFromOtherSite:
            try await world.load("/", on: "other.localhost")
            try await world.view.evaluateJavaScript("location.href = '\(target.string)'")
        case .formFromOtherSite:
            try await world.load("/", on: "other.localhost")
            await world.view.navigate(.form(url: target, fields: [("a", "1")]))
        case .linkFromSubdomain:
            try await world.load("/", on: "sub.rp.localhost")
            await world.view.navigate(HTTPRequest(url: target))
        case .linkFromOtherScheme:
            await world.view.loadHTMLString("", baseURL: "https://rp.localhost/")
            await world.view.navigate(HTTPRequest(url: target))
        case .frameInOtherSite: try await world.load("/frame", on: "other.localhost")
        case .frameInSameSite: try await world.load("/frame", on: "sub.rp.localhost")
        case .frameInFrameOfOtherSite: try await world.load("/nested", on: "rp.localhost")
        case .imageInOtherSite, .imageInSameSite:
            try await world.load("/", on: context == .imageInSameSite ? "sub.rp.localhost" : "other.localhost")
            _ = try await world.view.fetch(HTTPRequest(url: target), credentials: .include)
        }
        return try received(world)
    }

    /// The names that the last request for the target carried, in the table's order.
    static func received(_ world: TestWorld) throws -> String {
        let request = try #require(world.server.requests.last { $0.target == "/target" })
        let names = (request.header("cookie") ?? "").components().map { $0.prefix(1) }
        return ["u", "l", "s", "n"].filter { names.contains(Substring($0)) }.joined()
    }

    @Test("Which cookies go along, by context and engine", arguments: table)
    func contexts(context: Context, webKit: String, chromium: String) async throws {
        for (profile, expected) in [(CookieProfile.webkitgtk, webKit), (.chromium, chromium)] {
            try await withWorld(profile: profile, answering: Self.answer) { world async throws in
                Self.setCookies(world)
                #expect(try await Self.sent(context, in: world) == expected, "\(profile.name)")
            }
        }
        // iOS's engine is WebKitGTK's; tracking prevention is what third parties run into.
        for (isPrevented, name) in [(false, "ios17"), (true, "ios17"), (true, "ios18")] {
            let profile = try #require(CookieProfile.named(name))
            try await withWorld(
                profile: profile, configure: { $0.trackingPrevention = isPrevented }, answering: Self.answer
            ) { world async throws in
                Self.setCookies(world)
                let isThirdParty = context == .frameInOtherSite || context == .imageInOtherSite
                var expected = isPrevented && isThirdParty ? "" : webKit
                // There a cookie without SameSite counts as Lax, which a form's POST leaves behind.
                if name == "ios18", context == .formFromOtherSite { expected = "n" }
                #expect(try await Self.sent(context, in: world) == expected, "\(name), \(isPrevented)")
            }
        }
    }

    @Test("In Chromium a cookie without SameSite goes with a cross-site form for two minutes only")
    func twoMinutes() async throws {
        try await withWorld(profile: .chromium, answering: Self.answer) { world async throws in
            Self.setCookies(world)
            world.clock.advance(by: .seconds(121))
            #expect(try await Self.sent(.formFromOtherSite, in: world) == "n")
        }
    }

    @Test("WebKit: once a hop is cross-site, the later ones are, wherever the chain began; Chromium looks at both ends")
    func redirects() async throws {
        for (profile, expected) in [(CookieProfile.ios17, "uln"), (.webkitgtk, "uln"), (.chromium, "ulsn")] {
            try await withWorld(profile: profile, answering: Self.answer) { world async throws in
                Self.setCookies(world)
                try await world.load("/back", on: "other.localhost")
                #expect(try Self.received(world) == expected)
                // The way of an identity provider: out of the site and back into it.
                try await world.load("/", on: "rp.localhost")
                let provider = HTTPRequest(url: try WebURL(world.server.url("/back", on: "other.localhost")))
                let result = await world.view.navigate(provider)
                #expect(try Self.received(world) == expected)
                let reasons = result.hops.last?.cookies.withheld.first { $0.cookie.name == "s" }?.reasons ?? []
                #expect(reasons.contains(.sameSiteTaintedByRedirect) == (expected == "uln"))
                // A provider that answers with a form posts it back: Lax is lost too.
                await world.view.load(try world.request("/", on: "other.localhost"))
                await world.view.navigate(
                    .form(
                        url: try WebURL(world.server.url("/target", on: "rp.localhost")),
                        fields: [("SAMLResponse", "x")]))
                #expect(try Self.received(world) == "un")
            }
        }
    }

    @Test("A native reload repeats the state of the landing, location.reload() is the site's own")
    func reloads() async throws {
        for profile in [CookieProfile.ios17, .webkitgtk, .chromium] {
            try await withWorld(profile: profile, answering: Self.answer) { world async throws in
                Self.setCookies(world)
                #expect(try await Self.sent(.linkFromOtherSite, in: world) == "uln")
                await world.view.reload()
                #expect(try Self.received(world) == "uln")
                await world.view.reload()
                #expect(try Self.received(world) == "uln")
                try await world.view.evaluateJavaScript("location.reload()")
                #expect(try Self.received(world) == "ulsn")
                #expect(world.server.requests.count == 5)
            }
        }
    }

    @Test("Only the landing's own request is cross-site: what the landed page asks for is not")
    func afterTheLanding() async throws {
        try await withWorld(profile: .webkitgtk, answering: Self.answer) { world async throws in
            Self.setCookies(world)
            let target = try WebURL(world.server.url("/target", on: "rp.localhost"))
            #expect(try await Self.sent(.linkFromOtherSite, in: world) == "uln")
            #expect(await world.view.readCookies()?.value.components() == ["l=1", "n=1", "s=1", "u=1"])
            _ = try await world.view.fetch(HTTPRequest(url: target))
            #expect(try Self.received(world) == "ulsn")
            await world.view.navigate(HTTPRequest(url: target))
            #expect(try Self.received(world) == "ulsn")
        }
    }

    @Test("A frame of another site sees no SameSite cookie in document.cookie, where it sees any")
    func scriptsInFrames() async throws {
        try await withWorld(profile: .webkitgtk, answering: Self.answer) { world async throws in
            Self.setCookies(world)
            try await world.load("/frame", on: "other.localhost")
            let frame = try #require(await world.view.frames.first)
            let cookies = try #require(await world.view.readCookies(in: frame.id))
            #expect(cookies.value.components() == ["n=1", "u=1"])
            #expect(cookies.hidden.map(\.reasons) == [[.sameSite], [.sameSite]])
        }
    }
}
