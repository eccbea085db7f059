import BridgePrimitives
import NIOCore

/// The connections that clients have open, so that none outlives the proxy.
final class OpenConnections: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var counts: [NetworkAddress: Int] = [:]
        var isClosed = false
    }

    private let limit: Int
    private let limitOfOne: Int
    private let state = Mutex(State())

    init(limit: Int, limitOfOne: Int) { (self.limit, self.limitOfOne) = (limit, limitOfOne) }

    var count: Int { state.withLock { $0.channels.count } }

    /// - Returns: false where there is no room, or nobody is taken on any more.
    func add(_ channel: any Channel, of client: NetworkAddress) -> Bool {
        let id = ObjectIdentifier(channel)
        let isTaken = state.withLock { state in
            guard !state.isClosed, state.channels.count < limit, state.counts[client, default: 0] < limitOfOne else {
                return false
            }
            state.channels[id] = channel
            state.counts[client, default: 0] += 1
            return true
        }
        if isTaken {
            channel.closeFuture.whenComplete { [self] _ in
                state.withLock { state in
                    state.channels.removeValue(forKey: id)
                    let left = state.counts[client, default: 1] - 1
                    state.counts[client] = left == 0 ? nil : left
                }
            }
        }
        return isTaken
    }

    /// Returns when all are closed; with a client's connection goes the one to the server.
    func closeAll() async {
        let channels = state.withLock { state in
            state.isClosed = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.close(promise: nil) }
        for channel in channels { try? await channel.closeFuture.get() }
    }
}
