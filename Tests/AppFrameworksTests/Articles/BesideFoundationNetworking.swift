#if canImport(FoundationNetworking)
    // On Linux an app's file needs no import of FoundationNetworking. One that has it anyway, and every file on macOS that
    // imports all of Foundation, says whose names are meant.
    import Foundation
    import FoundationNetworking

    import class AppFrameworks.HTTPCookie
    import struct AppFrameworks.HTTPCookiePropertyKey
    import class AppFrameworks.HTTPCookieStorage
    import class AppFrameworks.HTTPURLResponse
    import struct AppFrameworks.URLRequest
    import class AppFrameworks.URLResponse
    import class AppFrameworks.URLSession

    /// Compiles, and so the names are told apart.
    enum NamesTold {
        static func cookie(_ value: String) -> HTTPCookie? {
            HTTPCookie(properties: [.name: "a", .value: value, .domain: "app.test", .path: "/"])
        }

        static func answer(to request: URLRequest) async throws -> (HTTPURLResponse?, [HTTPCookie]) {
            let (_, response): (Data, URLResponse) = try await URLSession.shared.data(for: request)
            return (response as? HTTPURLResponse, HTTPCookieStorage.shared.cookies ?? [])
        }
    }
#endif
