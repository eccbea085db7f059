import Synchronization

/// What else is on a device, by type: the sheet for the Apple ID, a browser, the person who holds it.
///
/// Modules that build on this one put their own things here; the device knows none of them.
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

    /// Takes a service away.
    public func remove<Service: Sendable>(_ type: Service.Type) {
        services.withLock { $0[ObjectIdentifier(type)] = nil }
    }
}
