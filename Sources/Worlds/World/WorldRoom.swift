package import BridgePrimitives
import Files
import Listening

/// How much fits side by side into what the process may open.
package enum WorldRoom {
    /// What runs side by side; the number is how many descriptors one of it takes at most.
    package enum Load: Int, Sendable {
        /// Three listeners, four connections with both their ends, a few that have just ended, a queue for scripts.
        case world = 16
        /// A world whose pages open in a real engine, through a proxy.
        case worldInEngine = 60
        /// A handoff of one more phone: a request, and one that the backend makes meanwhile, with both their ends.
        case handoff = 8
    }

    /// What all share besides the event loops: the HTTP client, the engine's machine, files.
    private static let shared = 10

    /// How many descriptors are enough for so many, with all else that a command has open.
    package static func descriptors(for count: Int, _ load: Load) -> Int { 128 + load.rawValue * count }

    /// How many fit.
    ///
    /// - Parameters:
    ///   - room: how many descriptors the process can still open.
    ///   - loops: how many of these the event loops take.
    static func count(_ load: Load, room: Int, loops: Int, within limit: DescriptorLimit) -> Int {
        max(0, (room - limit.spare - loops - shared) / load.rawValue)
    }

    /// How many of those that are wanted can run side by side.
    ///
    /// - Parameter warn: is called if they are fewer.
    /// - Throws: `server/too-few-descriptors` if there is no room for one.
    package static func width(
        _ wanted: Int, _ load: Load = .world, warn: ((BridgeFailure) -> Void)? = nil
    ) throws(BridgeFailure) -> Int {
        let limit = DescriptorLimit.current
        let needed = descriptors(for: wanted, load)
        let fitting = count(
            load, room: limit.room(upTo: needed), loops: ListenerLoops.descriptors, within: limit)
        guard fitting > 0 else { throw .tooFewDescriptors("there is no room for a world", limit: limit) }
        guard fitting < wanted else { return wanted }
        warn?(
            .tooFewDescriptors(
                "only \(fitting) of \(wanted) jobs can run at a time", limit: limit, needed: needed, hasJobs: true))
        return fitting
    }
}
