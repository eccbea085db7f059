public import AppFrameworks
import Foundation

/// Posts an ID token to the backend and takes the cookie out of what it answers.
public struct SessionExchange: Sendable {
    public enum Failure: Error, Hashable {
        /// The backend answered, and with something else than 200; its words are for the app's log.
        case refused(status: Int, answer: Data)
        /// It answered without the cookie.
        case noCookie
    }

    private let backend: URL
    private let page: URL
    private let field: String
    private let cookieName: String
    private let timeout: TimeInterval

    /// - Parameters:
    ///   - page: whose cookie it is to be: its host stands in for the backend's where the cookie names none.
    ///   - field: the form's field that the backend reads, as a form writes it.
    ///   - timeout: in seconds. Articles say nothing, and have the system's minute: a server that never answers a token
    ///     that it does not like costs its user that minute.
    public init(
        backend: URL, page: URL, field: String = "idtoken", cookieName: String = "customtoken",
        timeout: TimeInterval = 60
    ) {
        self.backend = backend
        self.page = page
        self.field = field
        self.cookieName = cookieName
        self.timeout = timeout
    }

    /// - Parameter idToken: goes into a form field, since a query would be in the server's log.
    /// - Throws: ``Failure``; `URLError`, `.timedOut` among them.
    public func cookie(for idToken: String) async throws -> HTTPCookie {
        var request = URLRequest(url: backend, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: timeout)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        // A JWT has no character that a form would escape.
        request.httpBody = Data("\(field)=\(idToken)".utf8)

        let (answer, response) = try await URLSession.shared.data(for: request)
        guard let response = response as? HTTPURLResponse,
            let fields = response.allHeaderFields as? [String: String]
        else { throw Failure.noCookie }
        guard response.statusCode == 200 else {
            throw Failure.refused(status: response.statusCode, answer: answer)
        }
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: page)
        guard let cookie = cookies.last(where: { $0.name == cookieName }) else { throw Failure.noCookie }
        return cookie
    }
}
