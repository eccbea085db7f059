import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// When tracking prevention is on, and what it does to the cookies that script writes and third parties have.
@Suite("Tracking prevention", .timeLimit(.minutes(5)))
struct TrackingPreventionTests {
    static let day = Duration.seconds(86_400)

    // MARK: When it is on

    @Test(
        "By profile and app",
        arguments: [
            (CookieProfile.ios18, AppInformation(), true),  // ordinary apps have no switch
            (.ios18, AppInformation(linkedBeforeIOS14: true), false),
            (.ios18, AppInformation(asksForTracking: true), true),  // the user's switch starts there
            (.ios18, AppInformation(asksForTracking: true, userAllowsTracking: true), false),
            (.ios18, AppInformation(userAllowsTracking: true), true),  // no key, no switch to use
            (.ios12, AppInformation(), false),
            (.webkitgtk, AppInformation(), false),
            (
                .chromium, AppInformation(asksForTracking: true),
                CookieProfile.chromium.trackingPreventionByDefault.value
            ),
        ])
    func byDefault(profile: CookieProfile, app: AppInformation, isOn: Bool) async throws {
        try await withWorld(profile: profile, app: app) { world async throws in
            #expect(world.configuration.trackingPrevention == isOn)
            // A configuration may know the app better than its store.
            let other = WebViewConfiguration(
                websiteDataStore: world.store, appInformation: AppInformation(linkedBeforeIOS14: true))
            #expect(!other.trackingPrevention)
        }
    }

    // MARK: Lifetimes of what script writes

    @Test(
        "Thirty days written by script, by engine generation and store",
        arguments: [
            // Generation 1 cuts as it is written, where there is a database for it.
            (CookieProfile.webkitgtk, true, true, false, Duration.days(7)),
            (.webkitgtk, true, false, false, .days(30)),  // an ephemeral store applies no cap
            (.webkitgtk, true, true, true, .days(1)),  // after a decorated landing
            (.webkitgtk, false, true, true, .days(30)),  // tracking prevention is off
            // Generation 2 keeps it, and deletes after inactivity.
            (.ios18, true, true, false, .days(30)),
            (.ios18, true, true, true, .days(1)),
            (.ios18, false, true, true, .days(30)),
        ])
    func lifetime(
        profile: CookieProfile, isOn: Bool, isPersistent: Bool, isDecorated: Bool, lives: Duration
    ) async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { _ in .html(cookies: ["server=1; Max-Age=2592000"]) }
        try await withWorld(profile: profile, isPersistent: isPersistent, answering: answer) { world async throws in
            let view = world.view(in: ProcessPool()) { $0.trackingPrevention = isOn }
            var request = try world.request()
            request.isDecoratedByTracker = isDecorated
            await view.load(request)
            try await view.evaluateJavaScript("document.cookie = 'script=1; max-age=2592000'")
            try await view.evaluateJavaScript("document.cookie = 'session=1'")
            await world.store.httpCookieStore.setCookie(
                NativeCookie(name: "native", value: "1", domain: "app.localhost", expiry: TestWorld.start + .days(30)))
            let ages = Dictionary(
                uniqueKeysWithValues: await world.store.httpCookieStore.allCookies().map {
                    ($0.name, $0.expiry.map { $0 - TestWorld.start })
                })
            #expect(ages == ["script": lives, "session": nil, "server": .days(30), "native": .days(30)])

            // A reload is still the decorated landing; the next page is not.
            await view.reload()
            try await view.evaluateJavaScript("document.cookie = 'again=1; max-age=2592000'")
            let cuts = world.writes.last?.reasons.filter { $0 != StoreReason.deletedAfterInactivity.code }
            #expect(cuts?.isEmpty == (lives == .days(30)))
        }
    }

    // MARK: Deletion after inactivity

    @Test(
        "Script's cookies go after seven days of use without interaction",
        arguments: [
            // Days on which the app ran, counted from the write; what is left on the last of them.
            ([1, 2, 3, 4, 5, 6], nil, true),
            ([1, 2, 3, 4, 5, 6, 7], nil, false),
            ([20], nil, true),  // a device in a drawer: one day of use
            ([3, 6, 9, 12, 15, 18], nil, true),
            ([3, 6, 9, 12, 15, 18, 21], nil, false),
            ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 5, true),  // six days of use after the interaction
            ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 5, false),
        ] as [([Int], Int?, Bool)])
    func inactivity(days: [Int], interaction: Int?, isKept: Bool) async throws {
        let answer: @Sendable (ReceivedRequest) -> Reply = { request in
            request.target == "/first" ? .html(cookies: ["server=1; Max-Age=8640000"]) : .html()
        }
        try await withWorld(isPersistent: true, answering: answer) { world async throws in
            try await world.load("/first")
            try await world.view.evaluateJavaScript("document.cookie = 'script=1; path=/; max-age=8640000'")
            for day in days {
                world.clock.set(to: TestWorld.start + .days(day), frozen: true)
                try await world.load("/")
                if day == interaction { await world.view.noteUserInteraction() }
            }
            #expect(
                await world.stored() == ["script=1@app.localhost", "server=1@app.localhost"].suffix(isKept ? 2 : 1))
            let result = try await world.load("/")
            let withheld = result.hops.first?.cookies.withheld ?? []
            #expect(withheld.map(\.reasons) == (isKept ? [] : [[.deletedByInactivity]]))
            #expect(world.server.cookies.last == (isKept ? "script=1; server=1" : "server=1"))
            #expect(
                try await world.view.evaluateJavaScript("document.cookie")
                    == (isKept ? "script=1; server=1" : "server=1"))
            guard !isKept else { return }
            let deletion = try #require(world.writes.last { $0.source == .engine })
            #expect(deletion.reasons == [SendReason.deletedByInactivity.code])
        }
    }

    @Test(
        "Who is spared",
        arguments: [
            // A day of use too few is the control: nothing else differs.
            (CookieProfile.ios18, true, true, AppInformation(), [String]()),
            (.ios18, false, true, AppInformation(), ["script"]),  // tracking prevention is off
            (.ios18, true, false, AppInformation(), ["script"]),  // a store in memory
            (.ios18, true, true, AppInformation(appBoundDomains: ["app.localhost"]), ["script"]),
            (.ios18, true, true, AppInformation(appBoundDomains: ["other.localhost"]), []),
            (.chromium, true, true, AppInformation(), ["script"]),  // no such rule
        ])
    func spared(
        profile: CookieProfile, isOn: Bool, isPersistent: Bool, app: AppInformation, left: [String]
    ) async throws {
        try await withWorld(profile: profile, isPersistent: isPersistent, app: app) { world async throws in
            let view = world.view(in: ProcessPool()) {
                $0.trackingPrevention = isOn
                $0.limitsNavigationsToAppBoundDomains = app.appBoundDomains == ["app.localhost"]
            }
            await view.load(try world.request())
            let url = try CookieURL(world.server.url())
            world.store.httpCookieStore.jar.store(
                scriptCookie: "script=1; max-age=8640000", from: url, context: .firstParty)
            for day in 1...7 {
                world.clock.set(to: TestWorld.start + .days(day), frozen: true)
                await view.load(try world.request())
            }
            #expect(world.store.httpCookieStore.jar.all().map(\.name) == left)
        }
    }

    @Test("Days of use and interactions can be told without a load; a site is its registrable domain")
    func told() async throws {
        try await withWorld(isPersistent: true) { world async throws in
            let jar = world.store.httpCookieStore.jar
            for host in ["www.used.localhost", "unused.localhost"] {
                jar.store(
                    scriptCookie: "a=1; max-age=8640000", from: try CookieURL("https://\(host)/"),
                    context: .firstParty)
            }
            for day in 1...7 {
                world.clock.set(to: TestWorld.start + .days(day), frozen: true)
                if day == 3 { world.store.noteUserInteraction(site: "Used.localhost") }
                world.store.noteDayOfUse()
                world.store.noteDayOfUse()  // the same day counts once
            }
            #expect(await world.stored() == ["a=1@www.used.localhost"])
        }
    }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
