import AppFrameworks
import BridgePrimitives
import BridgeTrace
import Testing

@Suite("HTTPCookie", .timeLimit(.minutes(5))) @MainActor
struct HTTPCookieTests {
    private nonisolated static let plain: [HTTPCookiePropertyKey: any Sendable] = [
        .name: "customtoken", .value: "abc", .domain: "app.localhost", .path: "/",
    ]

    /// What the attributes of a cookie are, in one line.
    private func summary(_ cookie: HTTPCookie) -> String {
        var parts = ["\(cookie.name)=\(cookie.value)", cookie.domain, cookie.path]
        if cookie.isSecure { parts.append("Secure") }
        if cookie.isHTTPOnly { parts.append("HttpOnly") }
        if let policy = cookie.sameSitePolicy { parts.append(policy.rawValue) }
        if let date = cookie.expiresDate {
            parts.append("+\(Int(date.timeIntervalSince1970) - 1_795_251_600)s")
        } else {
            parts.append(cookie.isSessionOnly ? "session" : "?")
        }
        return parts.joined(separator: " ")
    }

    @Test(
        "Properties are read as Apple's initializer reads them",
        arguments: [
            ([:], "customtoken=abc app.localhost / session"),
            ([.domain: ".app.localhost"], "customtoken=abc .app.localhost / session"),
            ([.value: ""], "customtoken= app.localhost / session"),
            ([.secure: "TRUE"], "customtoken=abc app.localhost / Secure session"),
            ([.secure: true], "customtoken=abc app.localhost / Secure session"),
            ([.secure: "FALSE"], "customtoken=abc app.localhost / Secure session"),  // any value at all
            ([HTTPCookiePropertyKey("HttpOnly"): "TRUE"], "customtoken=abc app.localhost / HttpOnly session"),
            ([HTTPCookiePropertyKey(rawValue: "HTTPOnly"): true], "customtoken=abc app.localhost / HttpOnly session"),
            ([HTTPCookiePropertyKey("HttpOnly"): "false"], "customtoken=abc app.localhost / session"),
            ([.sameSitePolicy: HTTPCookieStringPolicy.sameSiteLax], "customtoken=abc app.localhost / lax session"),
            ([.sameSitePolicy: "Strict"], "customtoken=abc app.localhost / strict session"),
            ([.sameSitePolicy: "lenient"], "customtoken=abc app.localhost / session"),
            ([.expires: Date(timeIntervalSince1970: 1_795_251_660)], "customtoken=abc app.localhost / +60s"),
            ([.expires: "Sat, 21 Nov 2026 10:00:00 GMT"], "customtoken=abc app.localhost / +3600s"),
            ([.expires: "tomorrow"], "customtoken=abc app.localhost / session"),
            ([.expires: "Sat, 21 Nov 2026 10:00:00 GMT; Domain=x"], "customtoken=abc app.localhost / session"),
            ([.expires: 3600], "customtoken=abc app.localhost / session"),  // a number is no date
            ([.maximumAge: "60"], "customtoken=abc app.localhost / session"),  // not without a version
            ([.maximumAge: "60", .version: "1"], "customtoken=abc app.localhost / +60s"),
            ([.maximumAge: "60", .version: 1], "customtoken=abc app.localhost / +60s"),
            ([.maximumAge: "soon", .version: "1"], "customtoken=abc app.localhost / session"),
            (
                [.expires: Date(timeIntervalSince1970: 1_795_251_660), .discard: "TRUE"],
                "customtoken=abc app.localhost / session"
            ),
            (
                [.expires: Date(timeIntervalSince1970: 1_795_251_660), .discard: "FALSE"],
                "customtoken=abc app.localhost / +60s"
            ),
        ] as [([HTTPCookiePropertyKey: any Sendable], String)])
    func properties(changes: [HTTPCookiePropertyKey: any Sendable], expected: String) async throws {
        try await withApp { app in
            let properties = Self.plain.merging(changes) { $1 }
            let cookie = try #require(HTTPCookie(properties: properties))
            #expect(summary(cookie) == expected)
            #expect(app.writes.isEmpty)
            // What a cookie says of itself makes it again.
            let copy = try #require(cookie.properties.flatMap { HTTPCookie(properties: $0) })
            #expect(summary(copy) == expected)
            #expect(copy == cookie)
        }
    }

    @Test(
        "Where Apple's initializer answers nil, the trace says why",
        arguments: [
            ([.name], [:], ["native/missing-name"]),
            ([.value], [:], ["native/missing-value"]),
            ([.path], [:], ["native/missing-path"]),
            ([.domain], [:], ["native/missing-domain"]),
            (
                [.name, .value, .path, .domain], [:],
                [
                    "native/missing-name", "native/missing-value", "native/missing-path", "native/missing-domain",
                ]
            ),
            ([], [.name: ""], ["native/missing-name"]),
            ([], [.value: 42], ["native/missing-value"]),  // no text
            ([], [.path: "account"], ["native/missing-path"]),
            ([], [.domain: "."], ["native/invalid-domain"]),
            ([], [.domain: "アプリ.example"], ["native/invalid-domain"]),
            ([], [.sameSitePolicy: "none"], ["native/same-site-none"]),
            ([.domain], [.originURL: "no url"], ["native/missing-domain"]),
        ] as [([HTTPCookiePropertyKey], [HTTPCookiePropertyKey: any Sendable], [String])])
    func refusals(
        without missing: [HTTPCookiePropertyKey], changes: [HTTPCookiePropertyKey: any Sendable], reasons: [String]
    ) async throws {
        try await withApp { app in
            var properties: [HTTPCookiePropertyKey: Any] = Self.plain.merging(changes) { $1 }
            for key in missing where changes[key] == nil { properties[key] = nil }
            #expect(HTTPCookie(properties: properties) == nil)
            let write = try #require(app.writes.first)
            #expect(write.reasons.map(\.rawValue) == reasons)
            #expect(write.outcome == .rejected)
        }
    }

    @Test("An origin URL, as URL or as text, stands for the domain", arguments: [true, false])
    func origin(isText: Bool) async throws {
        try await withApp { app in
            let url = try app.url("/account", on: "www.app.localhost")
            let cookie = HTTPCookie(properties: [
                .name: "a", .value: "1", .path: "/", .originURL: isText ? url.absoluteString : url,
            ])
            #expect(cookie?.domain == "www.app.localhost")
        }
    }

    @Test("A cookie prints without its value")
    func printing() async throws {
        let cookie = try #require(
            HTTPCookie(properties: [.name: "t", .value: "SECRET", .domain: "app.test", .path: "/"]))
        var dumped = ""
        dump(cookie, to: &dumped)
        for text in ["\(cookie)", String(reflecting: cookie), dumped, "\([cookie])"] {
            #expect(!text.contains("SECRET"), "\(text)")
        }
    }

    @Test(
        "Header fields give cookies",
        arguments: [
            (
                ["Set-Cookie": "customtoken=abc; Path=/; Secure; HttpOnly"],
                ["customtoken=abc app.localhost / Secure HttpOnly session"]
            ),
            (["set-cookie": "a=1; Max-Age=60"], ["a=1 app.localhost /account +60s"]),
            (
                ["Set-Cookie": "a=1; Path=/, b=2; Domain=app.localhost; Path=/"],
                ["a=1 app.localhost / session", "b=2 .app.localhost / session"]
            ),
            (["Set-Cookie": "a=1; Expires=Sat, 21 Nov 2026 10:00:00 GMT; Path=/"], ["a=1 app.localhost / +3600s"]),
            (["Content-Type": "text/html"], []),
            ([:], []),
            (["Set-Cookie": ""], []),
        ] as [([String: String], [String])])
    func headerFields(fields: [String: String], expected: [String]) async throws {
        try await withApp { app in
            let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: try app.url("/account/login"))
            #expect(cookies.map(summary) == expected)
        }
    }

    @Test("Cookies give a request's header, in their order")
    func requestHeader() throws {
        let cookies = try ["a", "b"].map { name in
            try #require(HTTPCookie(properties: [.name: name, .value: "1", .domain: "app.test", .path: "/"]))
        }
        #expect(HTTPCookie.requestHeaderFields(with: cookies) == ["Cookie": "a=1; b=1"])
        #expect(HTTPCookie.requestHeaderFields(with: []).isEmpty)
    }
}
