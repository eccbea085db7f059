import AppFrameworks
import FirebaseAuthClient
import Foundation

/// An app's code as articles have it: classes that name no actor, handlers in handlers, nothing awaited.
class PlainHandoff {
    let webView = WKWebView()
    let page: URL
    let backend: URL
    private(set) var openedStore: WKWebsiteDataStore?

    init(page: URL, backend: URL) {
        self.page = page
        self.backend = backend
    }

    func start(completion: @escaping (Error?) -> Void) {
        Auth.auth().createUser(withEmail: "taro@example.com", password: "correct-horse") { result, error in
            guard let user = result?.user else { return completion(error) }
            user.getIDToken { token, error in
                guard let token = token else { return completion(error) }
                self.exchange(token, completion: completion)
            }
        }
    }

    private func exchange(_ token: String, completion: @escaping (Error?) -> Void) {
        var request = URLRequest(url: backend)
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = "idtoken=\(token)".data(using: .utf8)
        let task = URLSession.shared.dataTask(with: request) { _, response, error in
            guard let response = response as? HTTPURLResponse,
                let fields = response.allHeaderFields as? [String: String],
                let cookie = HTTPCookie.cookies(withResponseHeaderFields: fields, for: self.backend).first
            else { return completion(error) }
            Task { @MainActor in self.open(with: cookie, completion: completion) }
        }
        task.resume()
    }

    private func open(with cookie: HTTPCookie, completion: @escaping (Error?) -> Void) {
        let properties: [HTTPCookiePropertyKey: Any] = [
            .name: cookie.name, .value: cookie.value, .domain: page.host ?? "", .path: "/", .secure: "TRUE",
        ]
        let store = webView.configuration.websiteDataStore
        openedStore = store
        guard let copy = HTTPCookie(properties: properties) else { return completion(nil) }
        store.httpCookieStore.setCookie(copy) {
            self.webView.load(URLRequest(url: self.page))
            completion(nil)
        }
    }
}
