import BridgePrimitives
import SimulatedDevice

/// The one generator that there is; its value says nothing.
public let kSecRandomDefault: SecRandomRef? = nil

public final class SecRandomRef: Sendable {
    private init() {}
}

/// Fills memory with random bytes: the system's, or those of the device's ``DeviceRandomness``.
///
/// - Parameters:
///   - rnd: pass ``kSecRandomDefault``.
///   - bytes: room for `count` bytes.
/// - Returns: ``errSecSuccess``; otherwise the memory is as it was, and an app that goes on has a nonce of zeros.
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    let source = AppProcess.required(by: "SecRandomCopyBytes").device.services.service(DeviceRandomness.self)
    guard count >= 0 else { return errSecParam }
    guard let made = (source ?? .system).bytes(count), made.count == count else { return DeviceRandomness.failure }
    bytes.copyMemory(from: made, byteCount: count)
    return errSecSuccess
}

/// Where the apps of a device get random bytes from: `device.services.provide(DeviceRandomness.failing)`.
public struct DeviceRandomness: Sendable {
    /// As many as are asked for; nil when the generator fails.
    public let bytes: @Sendable (_ count: Int) -> [UInt8]?

    public init(_ bytes: @escaping @Sendable (_ count: Int) -> [UInt8]?) { self.bytes = bytes }

    /// The system's.
    public static let system = DeviceRandomness { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Of a generator that gives nothing.
    public static let failing = DeviceRandomness { _ in nil }

    /// What the function answers then.
    static let failure: Int32 = -1
}
