import CJavaScriptCore

#if canImport(Darwin)
    // Links the framework; the declarations come through CJavaScriptCore on every system.
    import JavaScriptCore
#endif

/// Sole owner of one JavaScript virtual machine, with the time limit for every entry into it.
///
/// Used from one thread at a time: the process pool's. May be let go of anywhere.
final class ScriptContextGroup {
    let raw: JSContextGroupRef
    let timeLimit: Duration
    /// Set by the engine's callback when it stops a script.
    private let wasStopped: UnsafeMutablePointer<Bool>

    /// Whether a script was ever stopped here. What it had queued (promise reactions) may still be waiting, so the
    /// next document gets another group.
    private(set) var isSpoiled = false

    init?(timeLimit: Duration) {
        guard let raw = JSContextGroupCreate() else { return nil }
        self.raw = raw
        self.timeLimit = timeLimit
        wasStopped = .allocate(capacity: 1)
        wasStopped.initialize(to: false)
        let (seconds, attoseconds) = timeLimit.components
        let limit = max(Double(seconds) + Double(attoseconds) / 1e18, 0.001)
        JSContextGroupSetExecutionTimeLimit(
            raw, limit,
            { _, flag in
                flag?.assumingMemoryBound(to: Bool.self).pointee = true
                return true
            }, wasStopped)
    }

    deinit {
        JSContextGroupRelease(raw)
        wasStopped.deallocate()
    }

    /// Whether a script was stopped since this was last asked.
    func takeStopped() -> Bool {
        guard wasStopped.pointee else { return false }
        wasStopped.pointee = false
        isSpoiled = true
        return true
    }
}
