import BridgePrimitives

/// What the handler tells a page that signs somebody in: the auth event of the JavaScript SDK.
struct AuthEvent: Hashable, Sendable {
    enum Ending: Hashable, Sendable {
        /// The page sends both to `accounts:signInWithIdp`, the link as `requestUri`.
        case link(String, sessionID: String)
        case failure(code: String, message: String)
    }

    /// As the page named it: `signInViaPopup`, `linkViaRedirect` and the like. A page takes its own types only.
    let type: String
    /// Joins the event to the window that the page has opened; pages that went away themselves have none.
    let eventID: String?
    let tenantID: String?
    let ending: Ending

    /// Everything is there in each event, null where it does not apply: the SDK reads members without asking.
    var json: JSONObject {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        var json = JSONObject([("type", .string(type)), ("eventId", text(eventID))])
        switch ending {
        case .link(let link, let sessionID):
            // The link holds all that a form would.
            (json["urlResponse"], json["sessionId"], json["postBody"]) = (.string(link), .string(sessionID), "")
        case .failure:
            for name in ["urlResponse", "sessionId", "postBody"] { json[name] = .null }
        }
        json["tenantId"] = text(tenantID)
        json["error"] = .null
        if case .failure(let code, let message) = ending {
            json["error"] = ["code": .string(code), "message": .string(message)]
        }
        return json
    }
}

/// A page of the JavaScript SDK that waits for an ``AuthEvent``.
struct WaitingPage: Hashable, Sendable {
    let apiKey: String
    let appName: String
    /// Where the browser goes back to; nil for a window of its own, whose opener is the page.
    let returnURL: String?

    /// By which the page's frame knows what is for it.
    var storageKey: String { "\(apiKey):\(appName)" }
}
