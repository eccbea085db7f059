import BridgePrimitives

/// A listener that can be stopped before its scope ends: a service that goes down in mid-story.
package final class StoppableListener: Sendable {
    private let scope: HeldScope<BoundListener>
    private let port = Mutex<HeldPort?>(nil)

    package init(_ scope: HeldScope<BoundListener>) { self.scope = scope }

    /// Returns when the socket is closed. From then on, as long as this object lives, its port refuses connections.
    package func stop() async {
        await scope.end()
        port.withLock { port in if port == nil { port = HeldPort(at: scope.value.address) } }
    }
}
