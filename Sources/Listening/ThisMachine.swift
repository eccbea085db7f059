import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What this machine is called and where it is on its networks.
public struct ThisMachine: Hashable, Sendable {
    /// An address, and the device that has it.
    public struct Interface: Hashable, Sendable {
        /// `en0`, `wlan0`.
        public let device: String
        /// As the system writes it, without brackets and zone.
        public let address: String

        public init(device: String, address: String) { (self.device, self.address) = (device, address) }
    }

    public let hostName: String
    /// In the system's order.
    public let interfaces: [Interface]

    public init(hostName: String, interfaces: [Interface]) {
        (self.hostName, self.interfaces) = (hostName, interfaces)
    }

    /// As the system tells it now; a machine that tells nothing has no name and no address.
    public static var current: ThisMachine {
        var name = [CChar](repeating: 0, count: 256)
        let hostName =
            gethostname(&name, name.count - 1) == 0
            ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
        let devices = (try? System.enumerateDevices()) ?? []
        return ThisMachine(
            hostName: hostName,
            interfaces: devices.compactMap { device in
                device.address?.ipAddress.map { Interface(device: device.name, address: $0) }
            })
    }
}
