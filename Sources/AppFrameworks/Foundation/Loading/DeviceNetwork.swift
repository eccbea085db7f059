public import HTTPLoader
import Reasons
import SimulatedDevice

/// What the apps of a device reach others through: `device.services.provide(DeviceNetwork(transport))`.
///
/// Web views and `URLSession` make their requests over it. A device without one is offline.
public struct DeviceNetwork: Sendable {
    public let transport: any Transport

    public init(_ transport: any Transport) { self.transport = transport }
}

extension AppProcess {
    var transport: any Transport { device.services.service(DeviceNetwork.self)?.transport ?? NoNetwork() }
}

private struct NoNetwork: Transport {
    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        throw TransportFailure(.couldNotConnect, cause: "\(request.url.hostAndPort): the device has no DeviceNetwork")
    }
}
