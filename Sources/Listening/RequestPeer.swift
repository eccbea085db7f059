import NIOCore

/// From where a request came, by its connection: what its fields say of that, anybody can write.
package enum RequestPeer: Sendable {
    case thisMachine
    case elsewhere

    /// Of the request that is being answered. A service that is asked without a listener is asked by this machine.
    @TaskLocal package static var current = RequestPeer.thisMachine

    /// - Parameter address: the other end's; nil where the connection tells none, which vouches for nothing.
    init(_ address: SocketAddress?) {
        // As the system writes addresses: in one way only.
        let text = address?.ipAddress ?? ""
        let isLoopback = text == "::1" || text.hasPrefix("127.") || text.hasPrefix("::ffff:127.")
        self = isLoopback ? .thisMachine : .elsewhere
    }
}
