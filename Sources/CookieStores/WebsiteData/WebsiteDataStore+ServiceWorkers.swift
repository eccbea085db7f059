import BridgePrimitives
package import HTTPLoader

extension WebsiteDataStore {
    /// Registrations that one store keeps at most.
    static let serviceWorkerLimit = 100

    /// In the order in which they were registered.
    public var serviceWorkers: [ServiceWorkerRegistration] { workers.withLock { $0 } }

    public func removeServiceWorkers() { workers.withLock { $0 = [] } }

    /// Those of one origin, as `Clear-Site-Data` asks.
    package func removeServiceWorkers(of url: WebURL) {
        workers.withLock { workers in workers.removeAll { $0.scope.sameOrigin(as: url) } }
    }

    /// Replaces the registration of the same scope.
    ///
    /// - Returns: whether there was room.
    package func keep(_ registration: ServiceWorkerRegistration) -> Bool {
        workers.withLock { workers in
            workers.removeAll { $0.scope == registration.scope }
            guard workers.count < Self.serviceWorkerLimit else { return false }
            workers.append(registration)
            return true
        }
    }

    /// Of several that match, the one with the longest scope.
    package func serviceWorker(for url: WebURL) -> ServiceWorkerRegistration? {
        workers.withLock { workers in
            workers.filter { $0.matches(url) }.max { $0.scope.string.utf8.count < $1.scope.string.utf8.count }
        }
    }
}
