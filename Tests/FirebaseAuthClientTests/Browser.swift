import BridgePrimitives
import FirebaseAuthClient
import Foundation
import HTTPLoader

extension Fixture {
    /// A person at a browser who chooses the first account of the handler's page.
    func browser() -> WebPresenter {
        { page in
            do {
                let exchange = try await transport.perform(HTTPRequest(url: try WebURL(page.url)))
                guard let start = exchange.response.text.range(of: "href=\"\(page.callbackScheme)"),
                    let end = exchange.response.text[start.upperBound...].firstIndex(of: "\"")
                else { return .failure(.failed(exchange.response.text)) }
                let rest = exchange.response.text[start.upperBound..<end]
                return .success(page.callbackScheme + rest.replacingOccurrences(of: "&amp;", with: "&"))
            } catch {
                return .failure(.failed("\(error)"))
            }
        }
    }
}
