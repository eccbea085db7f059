import Files
import HummingbirdCore
package import NIOCore

/// Takes connections only while descriptors are left. What comes then waits in the system's queue until a connection of the
/// listener closes; idle ones do so by themselves.
///
/// A listener that has no connection takes one in any case: none would ever close for it.
package struct ConnectionRoom: AvailableConnectionsDelegate {
    private var open = 0

    init() {}

    package mutating func connectionOpened() { open += 1 }
    package mutating func connectionClosed() { open -= 1 }
    package func isAcceptingNewConnections() -> Bool { open == 0 || DescriptorLimit.current.hasSpare }

    /// Puts it in front of a listener that is not ours to configure otherwise.
    package static func guardListener(_ channel: any Channel) throws {
        try channel.pipeline.syncOperations.addHandler(AvailableConnectionsChannelHandler(delegate: ConnectionRoom()))
    }
}
