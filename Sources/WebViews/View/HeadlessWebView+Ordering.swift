import BridgePrimitives
import BridgeTrace
import CookieStores
import HTTPLoader

extension HeadlessWebView {
    /// Waits for the event's turn, where somebody orders what happens to the view's store.
    ///
    /// Others may have been to the view meanwhile, as after any wait.
    func turn(of kind: UnorderedEvent.Kind) async -> EventTurn {
        guard let ordering = websiteDataStore.httpCookieStore.ordering else { return .now }
        return await ordering.turn(of: UnorderedEvent(kind, store: websiteDataStore.name))
    }

    /// The same for a request: one whose load was ended while it waited does not leave.
    func isItsTurn(_ request: HTTPRequest) async -> Bool {
        guard let ordering = websiteDataStore.httpCookieStore.ordering else { return true }
        let event = UnorderedEvent(
            .request, store: websiteDataStore.name,
            detail: "\(request.method) \(trace.masking.url(request.url.string).text)")
        return await ordering.turn(of: event) == .now && !Task.isCancelled
    }
}
