import BridgePrimitives
import Cookies

/// Who decides in which order things happen that the system promises no order for: the messages of native code to a
/// store, a view's requests, the documents that come of them.
///
/// A store without one leaves it to ``WriteSchedule`` and to whoever calls first.
package protocol EventOrdering: AnyObject, Sendable {
    /// Waits until it is this event's turn. What the caller does until it asks again belongs to the event.
    func turn(of event: UnorderedEvent) async -> EventTurn
    /// The same for what nobody waits for.
    ///
    /// - Parameter body: is called once, from anywhere, or not at all when the run ends before.
    func post(_ event: UnorderedEvent, _ body: @escaping @Sendable (EventTurn) -> Void)
}

package enum EventTurn: Sendable {
    case now
    /// It will not happen: whoever waited for it is gone, or the run has ended.
    case never
}

/// Something whose place among other things the system does not promise.
package struct UnorderedEvent: Sendable {
    package enum Kind: Hashable, Sendable {
        case setCookie(name: String)
        case deleteCookie(name: String)
        case deleteCookies, listCookies, setCookiePolicy
        /// A view begins a load, and with it whatever the store's process waits for.
        case loadStarts
        /// A request of a view's leaves.
        case request
        /// A document is there, and its user scripts run.
        case document
        /// A page's script reads `document.cookie`.
        case readCookies
    }

    package let kind: Kind
    /// The store's name in traces.
    package let store: String
    /// For people: what is requested, masked.
    package let detail: String

    package init(_ kind: Kind, store: String, detail: String = "") {
        (self.kind, self.store, self.detail) = (kind, store, detail)
    }
}

extension HTTPCookieStore {
    /// Who orders what happens to the store and to the views that have it; nil for nobody.
    package var ordering: (any EventOrdering)? {
        get { order.withLock { $0 } }
        set { order.withLock { $0 = newValue } }
    }

    func event(_ kind: UnorderedEvent.Kind) -> UnorderedEvent { UnorderedEvent(kind, store: jar.name) }

    /// Posts a message whose arrival somebody else orders.
    func post(_ message: Mailbox.Message, to ordering: any EventOrdering) {
        let number = mailbox.withLock { $0.hold(message.write) }
        ordering.post(event(message.write.kind)) { [self] turn in
            mailbox.withLock { $0.release(number) }
            if turn == .now { deliver(message) }
        }
    }

    /// The same of a message whose arrival the caller waits for.
    func arrival(of write: NativeWrite, by ordering: any EventOrdering) async -> EventTurn {
        let number = mailbox.withLock { $0.hold(write) }
        let turn = await ordering.turn(of: event(write.kind))
        mailbox.withLock { $0.release(number) }
        return turn
    }
}

extension NativeWrite {
    var kind: UnorderedEvent.Kind {
        switch self {
        case .set(let cookie): .setCookie(name: cookie.name)
        case .delete(let cookie): .deleteCookie(name: cookie.name)
        }
    }
}
