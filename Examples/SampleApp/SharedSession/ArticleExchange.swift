public import AppFrameworks

/// The same exchange as articles write it: a completion handler, whatever the status, and no end to the waiting but the
/// session's own minute.
public enum ArticleExchange: Sendable {
    /// Where the ID token is put.
    public enum Carrier: Sendable {
        /// As articles have it: `?idtoken=…`. The server's log keeps it, and that of whoever stands in front.
        case query
        case form
    }

    /// - Parameters:
    ///   - carrier: the backend here reads a form, as a server should.
    ///   - page: whose cookies they are to be.
    ///   - completion: called once, on the session's queue: with no cookies for a token that was refused as for a backend
    ///     that cannot be reached, so that nobody learns why nobody is signed in.
    public static func cookies(
        for idToken: String, in carrier: Carrier = .form, from backend: URL, page: URL,
        completion: @escaping @Sendable ([HTTPCookie]) -> Void
    ) {
        let field = "idtoken=\(idToken)"
        var request = URLRequest(url: backend)
        switch carrier {
        case .query: request.url = URL(string: "\(backend.absoluteString)?\(field)")
        case .form:
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(field.utf8)
        }
        request.httpMethod = "POST"
        URLSession.shared.dataTask(with: request) { _, response, _ in
            guard let response = response as? HTTPURLResponse,
                let fields = response.allHeaderFields as? [String: String]
            else { return completion([]) }
            completion(HTTPCookie.cookies(withResponseHeaderFields: fields, for: page))
        }.resume()
    }
}
