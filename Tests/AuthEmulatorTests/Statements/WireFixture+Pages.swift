@testable import AuthEmulator
import BridgePrimitives
import Testing

/// The handler's pages, as a browser's scripts see them.
extension WireFixture {
    /// Asks for the handler as the JavaScript SDK does.
    ///
    /// - Parameter query: what comes after key, provider and app.
    func handler(
        _ query: String = "authType=signInViaPopup", at provider: String = "google.com",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Asked {
        await raw(
            "GET", "/emulator/auth/handler?apiKey=k&appName=%5BDEFAULT%5D&providerId=\(provider)&\(query)",
            sourceLocation: sourceLocation)
    }
}

extension Asked {
    /// The page's source; "" where the answer is none.
    var page: String { if case .html(let text) = answer.body { text } else { "" } }

    /// The values of an attribute, in the order of the page.
    func attributes(_ name: String) -> [String] {
        page.split(separator: " \(name)=\"").dropFirst().map { rest in
            [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
                .reduce(String(rest.prefix { $0 != "\"" })) { $0.replacing($1.0, with: $1.1) }
        }
    }

    /// What the page's script can hand over.
    var events: [JSONValue] { attributes("data-event").map { (try? JSONValue(parsing: $0)) ?? .null } }

    /// One of them; null where there are fewer.
    func event(_ index: Int) -> JSONValue { events.dropFirst(index).first ?? .null }

    /// The claims in an event's link.
    static func claims(in event: JSONValue) throws -> JSONObject {
        let link = event["urlResponse"]?.stringValue ?? ""
        let items = try ProviderCredential(requestURI: link, postBody: nil)
        return try JSONValue(parsing: items.idToken ?? "").objectValue ?? JSONObject()
    }
}
