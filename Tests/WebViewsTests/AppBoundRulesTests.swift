import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import HTTPLoader
import Testing
import WebViews

/// App-Bound Domains: a key in Info.plist that takes much away, a flag of the configuration that gives it back on
/// listed domains.
@Suite("App-Bound Domains", .timeLimit(.minutes(5)))
struct AppBoundRulesTests {
    /// One row of the matrix: the app's list, the view's flag, where it goes, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let list: [String]?
        let isLimited: Bool
        let host: String
        let isReached: Bool
        let hasScripts: Bool
        let takesNativeCookies: Bool

        init(
            _ list: [String]?, limited: Bool, _ host: String, reached: Bool, scripts: Bool, nativeCookies: Bool
        ) {
            (self.list, isLimited, self.host) = (list, limited, host)
            (isReached, hasScripts, takesNativeCookies) = (reached, scripts, nativeCookies)
        }

        var testDescription: String {
            "key \(list.map { "\($0)" } ?? "absent"), \(isLimited ? "limited" : "not limited"), \(host)"
        }
    }

    static let matrix: [Row] = [
        // Without the key the flag says nothing.
        Row(nil, limited: false, "app.localhost", reached: true, scripts: true, nativeCookies: true),
        Row(nil, limited: true, "app.localhost", reached: true, scripts: true, nativeCookies: true),
        // With the key alone, scripts are gone everywhere, on listed domains too.
        Row(["app.localhost"], limited: false, "app.localhost", reached: true, scripts: false, nativeCookies: true),
        Row(["app.localhost"], limited: false, "www.app.localhost", reached: true, scripts: false, nativeCookies: true),
        Row(["app.localhost"], limited: false, "evil.localhost", reached: true, scripts: false, nativeCookies: false),
        // With both, listed domains work as ever, and nothing else can be reached.
        Row(["app.localhost"], limited: true, "app.localhost", reached: true, scripts: true, nativeCookies: true),
        Row(["app.localhost"], limited: true, "www.app.localhost", reached: true, scripts: true, nativeCookies: true),
        Row(["app.localhost"], limited: true, "evil.localhost", reached: false, scripts: true, nativeCookies: false),
        // The list names hosts, their registrable domain counts.
        Row(["WWW.App.localhost"], limited: true, "app.localhost", reached: true, scripts: true, nativeCookies: true),
        // An empty list: no domain is bound, and the native store is not filtered.
        Row([], limited: false, "app.localhost", reached: true, scripts: false, nativeCookies: true),
        Row([], limited: true, "app.localhost", reached: false, scripts: true, nativeCookies: true),
    ]

    @Test("Key, flag and target", arguments: matrix)
    func keyFlagTarget(row: Row) async throws {
        final class Inbox: ScriptMessageHandler {
            let messages = Mutex<[ScriptMessage]>([])
            func receive(_ message: ScriptMessage) async { messages.withLock { $0.append(message) } }
        }
        let app = AppInformation(appBoundDomains: row.list)
        try await withWorld(app: app, answering: { _ in .html(cookies: ["server=1"]) }) { world async throws in
            let inbox = Inbox()
            try world.content.add(inbox, name: "native")
            world.addScript("document.cookie = 'script=1'; webkit.messageHandlers.native.postMessage('hello')")
            let cookie = NativeCookie(name: "native", value: "1", domain: row.host)
            let decision = await world.store.httpCookieStore.setCookie(cookie)
            #expect(decision.reasons == (row.takesNativeCookies ? [] : [.appBoundFiltered]))
            #expect(decision.isInJar == row.takesNativeCookies)

            let view = world.view(in: ProcessPool()) { $0.limitsNavigationsToAppBoundDomains = row.isLimited }
            let result = await view.load(try world.request(on: row.host))
            guard row.isReached else {
                #expect(result.failure?.reason == .appBoundDomain)
                #expect(world.server.requests.isEmpty)
                return
            }
            #expect(result.status == 200)
            #expect(world.server.cookies == [row.takesNativeCookies ? "native=1" : nil])
            #expect(result.scriptFailures.map(\.reason) == (row.hasScripts ? [] : [.injectionSkipped]))
            #expect(result.notes == (row.hasScripts ? [] : [.userScriptsSkipped, .messageHandlersUnavailable]))
            #expect(inbox.messages.withLock { $0.count } == (row.hasScripts ? 1 : 0))
            #expect(world.scripts.map(\.reasons) == [row.hasScripts ? [] : [ScriptFailureReason.injectionSkipped.code]])

            let evaluated: Result<JSONValue, ScriptFailure>
            do throws(ScriptFailure) {
                evaluated = .success(try await view.evaluateJavaScript("'ran'"))
            } catch {
                evaluated = .failure(error)
            }
            switch evaluated {
            case .success(let value): #expect(row.hasScripts && value == "ran")
            case .failure(let failure):
                #expect(!row.hasScripts)
                #expect(failure.reason == .appBoundDomain)
            }
            // What servers do is not filtered; what native code lists is.
            let names = await world.store.httpCookieStore.allCookies().map(\.name).sorted()
            let all = ["native", "script", "server"].filter {
                ($0 != "native" || row.takesNativeCookies) && ($0 != "script" || row.hasScripts)
            }
            #expect(names == (row.takesNativeCookies ? all : []))
            #expect(await view.readCookies()?.visible.contains { $0.name == "server" } == true)
        }
    }

    @Test("A redirect out of the listed domains ends the load, after its cookies are in the store")
    func redirect() async throws {
        let app = AppInformation(appBoundDomains: ["app.localhost"])
        let port = Mutex(0)
        let answer: @Sendable (ReceivedRequest) -> Reply = { request in
            .redirect("http://evil.localhost:\(port.withLock { $0 })/", cookies: ["sid=1"])
        }
        try await withWorld(app: app, answering: answer) { world async throws in
            port.withLock { $0 = world.server.port }
            let view = world.view(in: ProcessPool()) { $0.limitsNavigationsToAppBoundDomains = true }
            let result = await view.load(try world.request())
            #expect(result.failure?.reason == .appBoundDomain)
            #expect(world.server.requests.map(\.host) == ["app.localhost"])
            #expect(await world.stored() == ["sid=1@app.localhost"])
            // The delegate is asked first, and told of the failure.
            #expect(world.navigations.suffix(2) == [.decidePolicyForAction, .didFail])
        }
    }

    @Test(
        "Blank documents, local ones and HTML of the app's own are the app's",
        arguments: [nil, "about:blank", "data:text/html,x", "file:///index.html", "http://app.localhost/"])
    func local(base: String?) async throws {
        try await withWorld(app: AppInformation(appBoundDomains: ["bound.localhost"])) { world async throws in
            #expect(try await world.view.evaluateJavaScript("1 + 1") == 2)  // before any load
            for isLimited in [true, false] {
                let view = world.view(in: ProcessPool()) { $0.limitsNavigationsToAppBoundDomains = isLimited }
                #expect(await view.loadHTMLString("x", baseURL: base).status == 200)
                #expect(try await view.evaluateJavaScript("1 + 1") == 2)
            }
        }
    }

    @Test("Between two listed domains third parties are not blocked; an unlisted one stays blocked")
    func thirdParties() async throws {
        let app = AppInformation(appBoundDomains: ["app.localhost", "api.localhost"])
        try await withWorld(app: app, answering: { _ in .html(cookies: ["set=1; SameSite=None"]) }) {
            world async throws in
            for domain in ["app", "api", "cdn"] {
                world.put("n", "1", on: "\(domain).localhost", sameSite: .none)
            }
            try await world.load()
            for host in ["api.localhost", "cdn.localhost"] {
                let request = HTTPRequest(url: try WebURL(world.server.url("/x", on: host)))
                _ = try await world.view.fetch(request, credentials: .include)
            }
            #expect(world.server.cookies == ["n=1", "n=1", nil])
            let stored = world.store.httpCookieStore.jar.all().filter { $0.name == "set" }.map(\.domain)
            #expect(stored.sorted() == ["api.localhost", "app.localhost"])
        }
    }

    @Test("The list is read as WebKit reads it: ten entries, hosts and schemes, the rest is ignored and said so")
    func list() async throws {
        let many = (1...12).map { "d\($0).localhost" }
        let bound = AppBoundDomains(many, publicSuffixes: PublicSuffixList.standard)
        #expect(bound.domains == Array(many.prefix(10)))
        #expect(bound.ignored == ["d11.localhost", "d12.localhost"])

        let odd = AppBoundDomains(
            ["", "a b", "https://x.com", "WWW.Example.com", "example.com", "myapp:", "127.0.0.1", "\u{3042}.jp"],
            publicSuffixes: PublicSuffixList.standard)
        #expect(odd.domains == ["example.com", "127.0.0.1"])
        #expect(odd.schemes == ["myapp"])
        #expect(odd.ignored == ["", "a b", "https://x.com", "\u{3042}.jp"])

        try await withWorld(app: AppInformation(appBoundDomains: many)) { world async throws in
            let view = world.view(in: ProcessPool()) { $0.limitsNavigationsToAppBoundDomains = true }
            #expect(await view.load(try world.request(on: "d10.localhost")).notes == [.appBoundDomainsIgnored])
            #expect(await view.load(try world.request(on: "d11.localhost")).failure?.reason == .appBoundDomain)
        }
    }
}
