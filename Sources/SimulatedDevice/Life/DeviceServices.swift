import BridgePrimitives

/// What else is on a device or in a process, by type: the sheet for the Apple ID, a browser, the person who holds the
/// device; an SDK's shared object.
///
/// Modules that build on this one put their own things here; the device knows none of them. A service that holds the
/// device, or the process, that it is provided to keeps that alive until it is removed.
public final class DeviceServices: Sendable {
    private let services = Mutex<[ObjectIdentifier: any Sendable]>([:])

    init() {}

    /// Replaces an earlier service of the same type.
    ///
    /// - Parameter service: found by the static type here; say `provide(sheet as any AppleSheet)` for a protocol's.
    public func provide<Service: Sendable>(_ service: Service) {
        services.withLock { $0[ObjectIdentifier(Service.self)] = service }
    }

    /// Nil when nobody has provided one.
    public func service<Service: Sendable>(_ type: Service.Type = Service.self) -> Service? {
        services.withLock { $0[ObjectIdentifier(type)] } as? Service
    }

    /// The service that is there, or the one that `make` makes, which is provided then.
    ///
    /// - Parameter make: called outside of the lock; what it makes is dropped if another caller was faster.
    public func service<Service: Sendable>(_ type: Service.Type = Service.self, or make: () -> Service) -> Service {
        if let service = service(type) { return service }
        let made = make()
        return services.withLock { services in
            if let service = services[ObjectIdentifier(type)] as? Service { return service }
            services[ObjectIdentifier(type)] = made
            return made
        }
    }

    func removeAll() {
        // Freed outside of the lock: a service may ask for another one as it goes.
        let gone = services.withLock { services in
            defer { services = [:] }
            return services
        }
        _ = gone
    }

    /// Takes a service away.
    public func remove<Service: Sendable>(_ type: Service.Type) {
        services.withLock { $0[ObjectIdentifier(type)] = nil }
    }
}
