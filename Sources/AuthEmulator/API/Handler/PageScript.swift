/// The scripts of the handler's pages, as they were built in.
enum PageScript: String, Sendable, CaseIterable {
    /// Hands over the event of the account that was chosen.
    case handler = "handler.js"
    /// Takes events for the page that the frame is in.
    case frame = "iframe.js"
    /// Keeps an event while the browser is on its way back; a module of the two above.
    case keeping = "redirect-event.js"
    /// What pages may have in the place of Google's library of that name.
    case relay = "relay.js"

    var path: String { "/__/auth/\(rawValue)" }

    var answer: WireAnswer {
        let bytes =
            switch self {
            case .handler: PackageResources.handler_js
            case .frame: PackageResources.iframe_js
            case .keeping: PackageResources.redirect_event_js
            case .relay: PackageResources.relay_js
            }
        return WireAnswer(script: bytes)
    }

    /// For ``EndpointTable``: each is asked for by its name alone.
    var endpoint: Endpoint {
        Endpoint(
            "emulator:script:\(rawValue)", "GET", [path], access: .open, body: .none, answering: { _ in answer })
    }
}
