import AppFrameworks
import SimulatedDevice
import Testing

@Suite("HTTPCookieStorage for tasks and groups", .timeLimit(.minutes(5))) @MainActor
struct HTTPCookieStorageTasksTests {
    private func cookie(_ name: String, lasts: Bool = false) throws -> HTTPCookie {
        var properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: "1", .domain: "app.test", .path: "/"]
        if lasts { properties[.expires] = Date(timeIntervalSince1970: 2_000_000_000) }
        return try #require(HTTPCookie(properties: properties))
    }

    private func task(_ address: String, page: String? = nil) throws -> URLSessionTask {
        var request = URLRequest(url: try #require(URL(string: address)))
        request.mainDocumentURL = page.flatMap { URL(string: $0) }
        return URLSession.shared.dataTask(with: request)
    }

    @Test(
        "Cookies are stored for a task as its response's would be, by the accept policy",
        arguments: [
            (.always, "https://news.test/", ["a"]), (.onlyFromMainDocumentDomain, "https://news.test/", []),
            (.onlyFromMainDocumentDomain, "https://www.app.test/", ["a"]), (.onlyFromMainDocumentDomain, nil, ["a"]),
        ] as [(HTTPCookie.AcceptPolicy, String?, [String])])
    func storing(policy: HTTPCookie.AcceptPolicy, page: String?, expected: [String]) async throws {
        try await withApp { _ in
            let storage = HTTPCookieStorage.shared
            storage.cookieAcceptPolicy = policy
            storage.storeCookies([try cookie("a")], for: try task("https://app.test/", page: page))
            #expect(storage.cookies?.map(\.name) == expected)
        }
    }

    @Test(
        "What a task would carry, with a handler and awaited",
        arguments: [("https://app.test/", ["a"]), ("https://b.test/", [])])
    func reading(address: String, expected: [String]) async throws {
        try await withApp { _ in
            let (storage, task) = (HTTPCookieStorage.shared, try task(address))
            storage.setCookie(try cookie("a"))
            #expect(await storage.cookies(for: task)?.map(\.name) == expected)
            let (names, wasApp): ([String]?, Bool) = await withCheckedContinuation { continuation in
                storage.getCookiesFor(task) { cookies in
                    continuation.resume(returning: (cookies?.map(\.name), AppProcess.current != nil))
                }
            }
            #expect(names == expected)
            #expect(wasApp)
        }
    }

    @Test("A group's storage is one for its apps, apart from their own and from other groups'")
    func groups() async throws {
        try await withApp { app in
            let group = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "group.example")
            #expect(group === HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "group.example"))
            group.setCookie(try cookie("session"))
            group.setCookie(try cookie("lasting", lasts: true))
            #expect(HTTPCookieStorage.shared.cookies?.isEmpty == true)
            let other = HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "group.other")
            #expect(other.cookies?.isEmpty == true)

            let widget = try app.device.install(AppBundle(team: "TEAM123456", bundleID: "com.example.widget"))
            func names() async throws -> [String]? {
                try await widget.launch(.user).run {
                    HTTPCookieStorage.sharedCookieStorage(forGroupContainerIdentifier: "group.example").cookies?
                        .map(\.name).sorted()
                }
            }
            #expect(try await names() == ["lasting", "session"])
            app.process.end()
            #expect(try await names() == ["lasting", "session"])
            // The last that had it is gone, and what had no expiry with it.
            widget.process?.end()
            #expect(try await names() == ["lasting"])
        }
    }
}
