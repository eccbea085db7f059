import BridgePrimitives
import Cookies
import CookieStores
import SimulatedDevice
import Testing

@Suite("Another version of the system", .timeLimit(.minutes(5)))
struct SystemUpdateTests {
    private static func cookie(_ name: String) -> NativeCookie {
        NativeCookie(
            name: name, value: "v", domain: "app.test", path: "/", isSecure: true, sameSite: .none,
            expiry: TestDevice.start + .seconds(86_400))
    }

    /// Written on iOS 17 it keeps what iOS 18 takes from those that are made there.
    @Test func goesOnWithWhatIsOnDiskByTheNewRules() async throws {
        let device = TestDevice.make(profile: .ios17)
        let app = try device.install(TestDevice.shop)
        try app.launch(.user)
        let stores = [app.dataStore, app.dataStore(forIdentifier: "work")]
        for store in stores {
            await store.httpCookieStore.setCookie(Self.cookie("old"))
            await store.httpCookieStore.setCookie(TestDevice.cookie("session", isPersistent: false))
        }
        app.cookieStorage.setCookie(Self.cookie("old"))
        app.cookieStorage.acceptPolicy = .onlyFromMainDocumentDomain

        device.updateSystem(to: .ios18)
        #expect(device.profile == .ios18 && app.process == nil && device.app("com.example.shop") === app)
        #expect(device.protection.state == .beforeFirstUnlock)
        #expect(app.cookieStorage.cookies.map(\.name) == ["old"])
        #expect(app.cookieStorage.acceptPolicy == .onlyFromMainDocumentDomain)
        for (store, before) in zip([app.dataStore, app.dataStore(forIdentifier: "work")], stores) {
            #expect(store !== before && store.name == before.name)
            await store.httpCookieStore.setCookie(Self.cookie("new"))
            let sameSites = await store.httpCookieStore.allCookies().map { "\($0.name) \($0.sameSite)" }
            #expect(Set(sameSites) == ["old none", "new unspecified"])
        }
    }

    @Test func aStoreThatTakesNoCookiesTakesNoneAfterwards() async throws {
        let device = TestDevice.make(profile: .ios17)
        let app = try device.install(TestDevice.shop)
        await app.dataStore.httpCookieStore.setCookiePolicy(.disallow)
        device.updateSystem(to: .ios18)
        #expect(await app.dataStore.httpCookieStore.cookiePolicy() == .disallow)
    }

    @Test func anAppThatIsInstalledLaterGoesByThemToo() throws {
        let device = TestDevice.make(profile: .ios17)
        device.updateSystem(to: .ios26)
        #expect(try device.install(TestDevice.shop).dataStore.httpCookieStore.jar.profile == .ios26)
    }

    @Test func withoutAProfileItIsARestart() throws {
        let device = TestDevice.make(profile: .ios17)
        let app = try device.install(TestDevice.shop)
        let store = app.dataStore
        device.updateSystem()
        #expect(device.profile == .ios17 && app.dataStore === store)
    }
}
