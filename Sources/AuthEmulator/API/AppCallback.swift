import BridgePrimitives

/// Where the handler sends the browser when it is done: an app of iOS, by its own scheme, or a page.
struct AppCallback: Hashable, Sendable {
    private enum Target: Hashable, Sendable {
        case app(scheme: String, origin: String)
        case page(String)
    }

    private let target: Target
    private let authType: String
    private let eventID: String

    /// Reads the handler's query; nil when it names no place that a browser may be sent to.
    init?(_ call: Call) {
        authType = call.query["authType"] ?? "signInWithRedirect"
        eventID = call.query["eventId"] ?? ""
        if call.query["ibi"]?.isEmpty == false {
            guard let scheme = Self.iosScheme(call) else { return nil }
            target = .app(scheme: scheme, origin: call.origin)
        } else {
            guard let back = call.query["redirectUrl"], back.hasPrefix("http://") || back.hasPrefix("https://"),
                AuthService.isAbsoluteURI(back)
            else { return nil }
            target = .page(back)
        }
    }

    /// With a link that signs the user in.
    func url(link: String) -> String { url(("link", link)) }

    /// With the reason why there is none, in the form in which the SDKs read it.
    func url(failure: RedirectRefusal) -> String {
        let error: JSONValue = [
            "code": .string(failure.reason.firebaseCode),
            "message": .string("\(failure.reason.meaning) [\(failure.reason.rawValue)]"),
            "reasons": .codes(failure.reasons),
        ]
        return url(("firebaseError", error.text()))
    }

    private func url(_ content: (name: String, value: String)) -> String {
        let item = "\(content.name)=\(PercentEncoding.encode(content.value))"
        switch target {
        case .app(let scheme, let origin):
            let callback =
                "\(origin)/__/auth/callback?authType=\(PercentEncoding.encode(authType))"
                + "&\(item)&eventId=\(PercentEncoding.encode(eventID))"
            return "\(scheme)://firebaseauth/link?deep_link_id=\(PercentEncoding.encode(callback))"
        case .page(let back):
            let joint = back.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            return "\(back)\(joint)\(item)"
        }
    }

    /// The reversed client id, or `app-` and the app's id with dashes for its colons.
    private static func iosScheme(_ call: Call) -> String? {
        func isPlain(_ text: String) -> Bool {
            text.utf8.allSatisfy {
                ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "-.".utf8.contains($0)
            }
        }
        if let client = call.query["clientId"], !client.isEmpty {
            let reversed = client.split(separator: ".").reversed().joined(separator: ".")
            return isPlain(reversed) ? reversed : nil
        }
        guard let app = call.query["appId"], !app.isEmpty else { return nil }
        let scheme = "app-" + app.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-")
        return isPlain(scheme) ? scheme : nil
    }
}
