import BridgePrimitives

/// Whom the handler tells what came of a sign-in: an app, by an address of its own scheme, or a page.
struct AppCallback: Hashable, Sendable {
    /// How it is told.
    enum Delivery: Hashable, Sendable {
        /// The browser goes there.
        case address(String)
        /// A script of the handler hands it over.
        case event(AuthEvent, WaitingPage)
    }

    private enum Target: Hashable, Sendable {
        case ios(scheme: String, host: String, origin: String)
        /// The package whose intent it is.
        case android(String)
        case script(WaitingPage)
        case page(String)
    }

    private let target: Target
    private let authType: String
    private let eventID: String
    private let tenantID: String?

    /// Reads the handler's query; nil when it names no place that a browser may be sent to.
    init?(_ call: Call) {
        func item(_ name: String) -> String? { call.query[name].flatMap { $0.isEmpty ? nil : $0 } }
        let back = item("redirectUrl").flatMap { Self.isWebAddress($0) ? $0 : nil }
        if let bundle = item("ibi") {
            guard let (scheme, host) = Self.iosPlace(bundle, client: item("clientId"), app: item("appId")) else {
                return nil
            }
            target = .ios(scheme: scheme, host: host, origin: call.origin)
            authType = item("authType") ?? "signInWithRedirect"
        } else if let package = item("apn") {
            guard Self.isPlain(package) else { return nil }
            target = .android(package)
            authType = item("authType") ?? "signInWithRedirect"
        } else if let appName = item("appName") {
            authType = item("authType") ?? "signInViaRedirect"
            let isPopup = ASCIIText.lowercased(authType).hasSuffix("popup")
            guard isPopup || back != nil else { return nil }
            target = .script(
                WaitingPage(apiKey: item("apiKey") ?? "", appName: appName, returnURL: isPopup ? nil : back))
        } else {
            guard let back else { return nil }
            target = .page(back)
            authType = item("authType") ?? "signInWithRedirect"
        }
        eventID = item("eventId") ?? ""
        tenantID = item("tid") ?? item("tenantId")
    }

    /// The page that waits for an event; nil for apps.
    var waitingPage: WaitingPage? { if case .script(let page) = target { page } else { nil } }

    /// With a link that signs the user in, and the session that the link is of.
    func delivery(link: String, sessionID: String) -> Delivery {
        delivery(("link", link)) { .link(link, sessionID: sessionID) }
    }

    /// With the reason why there is none, in the form in which the SDKs read it.
    func delivery(failure: RedirectRefusal) -> Delivery {
        let reason = failure.reason
        let message = "\(reason.meaning) [\(reason.rawValue)]"
        let error: JSONValue = [
            "code": .string(reason.firebaseCode), "message": .string(message), "reasons": .codes(failure.reasons),
        ]
        return delivery(("firebaseError", error.text())) {
            .failure(code: reason == .denied ? Self.cancelled : reason.firebaseCode, message: message)
        }
    }

    /// The same, of a refusal that an endpoint would have answered with.
    func delivery(refusal: AuthRefusal) -> Delivery {
        let code = refusal.reason.rawValue
        let error: JSONValue = ["code": .string(code), "message": .string(refusal.message)]
        return delivery(("firebaseError", error.text())) { .failure(code: code, message: refusal.message) }
    }

    /// What a page hears of a user who does not want to.
    private static let cancelled = "auth/user-cancelled"

    private func delivery(_ content: (name: String, value: String), ending: () -> AuthEvent.Ending) -> Delivery {
        let item = "\(content.name)=\(PercentEncoding.encode(content.value))"
        let (type, event) = (PercentEncoding.encode(authType), PercentEncoding.encode(eventID))
        switch target {
        case .ios(let scheme, let host, let origin):
            let callback = "\(origin)/__/auth/callback?authType=\(type)&\(item)&eventId=\(event)"
            return .address("\(scheme)://\(host)/link?deep_link_id=\(PercentEncoding.encode(callback))")
        case .android(let package):
            return .address(
                "intent://firebase.auth/?authType=\(type)&\(item)&eventId=\(event)"
                    + "#Intent;scheme=genericidp;package=\(package);end;")
        case .script(let page):
            let event = AuthEvent(
                type: authType, eventID: eventID.isEmpty ? nil : eventID, tenantID: tenantID, ending: ending())
            return .event(event, page)
        case .page(let back):
            let joint = back.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
            return .address("\(back)\(joint)\(item)")
        }
    }

    /// The reversed client id, or `app-` and the app's id with dashes for its colons; an app that names neither has its
    /// own id for a scheme, and another host.
    private static func iosPlace(
        _ bundle: String, client: String?, app: String?
    ) -> (scheme: String, host: String)? {
        let place =
            if let client {
                (client.split(separator: ".").reversed().joined(separator: "."), "firebaseauth")
            } else if let app {
                (
                    "app-" + app.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "-"),
                    "firebaseauth"
                )
            } else {
                (bundle, "google")
            }
        // A scheme begins with a letter (RFC 3986 §3.1).
        return isPlain(place.0) && place.0.utf8.first.map { ASCIIText.isLetter($0) } == true ? place : nil
    }

    private static func isPlain(_ text: String) -> Bool {
        text.utf8.allSatisfy { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || "-.".utf8.contains($0) }
    }

    private static func isWebAddress(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && AuthService.isAbsoluteURI(text)
    }
}
