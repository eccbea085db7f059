import AppFrameworks
import BridgePrimitives
import BridgeTrace
import CookieStores
import Cookies
import SimulatedDevice
import Testing

@Suite("HTTPCookieStorage", .timeLimit(.minutes(5))) @MainActor
struct HTTPCookieStorageTests {
    private func cookie(
        _ name: String, _ value: String = "1", domain: String = "app.test", more: [HTTPCookiePropertyKey: Any] = [:]
    ) throws -> HTTPCookie {
        let properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .domain: domain, .path: "/"]
        return try #require(HTTPCookie(properties: properties.merging(more) { $1 }))
    }

    private func names(_ cookies: [HTTPCookie]?) -> [String] { (cookies ?? []).map { "\($0.name)=\($0.value)" } }

    @Test("It is one for the app, and the one that the device knows")
    func shared() async throws {
        try await withApp { app in
            HTTPCookieStorage.shared.setCookie(try cookie("a"))
            #expect(HTTPCookieStorage.shared === HTTPCookieStorage.shared)
            #expect(app.process.app.cookieStorage.cookies.map(\.name) == ["a"])
            #expect(names(HTTPCookieStorage.shared.cookies) == ["a=1"])
        }
    }

    @Test("Cookies without an expiry end with the process")
    func relaunch() async throws {
        try await withApp { app in
            HTTPCookieStorage.shared.setCookie(try cookie("session"))
            let date = Date(timeIntervalSince1970: Double(AppOnNetwork.start.millisecondsSinceEpoch) / 1000 + 60)
            HTTPCookieStorage.shared.setCookie(try cookie("lasting", more: [.expires: date]))
            let old = HTTPCookieStorage.shared
            app.process.end()
            old.setCookie(try cookie("late"))  // nobody is there any more
            let next = try app.process.app.launch(.user)
            try await next.run { #expect(names(HTTPCookieStorage.shared.cookies) == ["lasting=1"]) }
        }
    }

    @Test(
        "For an address it gives what a request would carry",
        arguments: [
            ("https://app.test/", ["host=1", "all=1", "secure=1"]),
            ("http://app.test/", ["host=1", "all=1"]),
            ("https://www.app.test/", ["all=1"]),
            ("https://other.test/", []),
            ("about:blank", []),
            ("mailto:a@app.test", []),
        ])
    func matching(address: String, expected: [String]) async throws {
        try await withApp { _ in
            let storage = HTTPCookieStorage.shared
            storage.setCookie(try cookie("host"))
            storage.setCookie(try cookie("all", domain: ".app.test"))
            storage.setCookie(try cookie("secure", more: [.secure: "TRUE"]))
            let found = storage.cookies(for: try #require(URL(string: address)))
            #expect(Set(names(found)) == Set(expected))
        }
    }

    @Test("Deleting, by cookie and by date; HttpOnly is protected from objects without it")
    func deleting() async throws {
        try await withApp { app in
            let storage = HTTPCookieStorage.shared
            storage.setCookie(try cookie("a"))
            storage.setCookie(try cookie("h", more: [HTTPCookiePropertyKey("HttpOnly"): true]))
            storage.deleteCookie(try cookie("a", "another value"))
            storage.deleteCookie(try cookie("h"))
            storage.deleteCookie(try cookie("nobody"))
            #expect(names(storage.cookies) == ["h=1"])
            #expect(app.writes.last { $0.name == "h" }?.reasons.map(\.rawValue) == ["store/http-only-protected"])
            app.clock.advance(by: .seconds(60))
            storage.setCookie(try cookie("new"))
            storage.removeCookies(since: Date(timeIntervalSince1970: 1_795_251_660))
            #expect(names(storage.cookies) == ["h=1"])
            storage.removeCookies(since: .distantPast)
            #expect(names(storage.cookies).isEmpty)
        }
    }

    @Test(
        "The accept policy",
        arguments: [
            (HTTPCookie.AcceptPolicy.always, "https://ads.test/", ["a=1", "b=1"]),
            (.never, "https://app.test/", []),
            (.onlyFromMainDocumentDomain, "https://ads.test/", ["a=1"]),
            (.onlyFromMainDocumentDomain, "https://www.app.test/", ["a=1", "b=1"]),
        ])
    func policy(policy: HTTPCookie.AcceptPolicy, from address: String, expected: [String]) async throws {
        try await withApp { _ in
            let storage = HTTPCookieStorage.shared
            #expect(storage.cookieAcceptPolicy == .always)
            storage.cookieAcceptPolicy = policy
            #expect(storage.cookieAcceptPolicy == policy)
            storage.setCookie(try cookie("a"))  // by itself it belongs to no document
            storage.setCookies(
                [try cookie("b")], for: URL(string: address), mainDocumentURL: URL(string: "https://app.test/"))
            #expect(names(storage.cookies) == expected)
        }
    }
}
