import BridgePrimitives
public import Foundation

extension Process {
    private static let starting = Mutex(())

    /// As `run()`, one process at a time: Foundation mixes up the descriptors of two that start at the same moment.
    public func start() throws { try Self.starting.withLock { _ in try run() } }
}
