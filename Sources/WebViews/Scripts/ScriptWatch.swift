import CJavaScriptCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What the engine asks, every few milliseconds, whether the script that runs may go on.
///
/// Belongs to the thread of its context group.
final class ScriptWatch {
    enum Stop { case time, memory }

    private let group: JSContextGroupRef
    private let limits: ScriptLimits
    private var start: (processor: Duration, wall: ContinuousClock.Instant, memory: Int)?
    /// Why the script was stopped.
    private(set) var stop: Stop?

    init(group: JSContextGroupRef, limits: ScriptLimits) { (self.group, self.limits) = (group, limits) }

    func begin() {
        stop = nil
        start = (Self.processorTime, .now, ProcessMemory.resident)
        arm()
    }

    func end() { start = nil }

    /// The engine asks once after each arming.
    private func arm() {
        let (seconds, attoseconds) = limits.interval.components
        JSContextGroupSetExecutionTimeLimit(
            group, Double(seconds) + Double(attoseconds) / 1e18,
            { context, data in
                guard let data else { return true }
                return Unmanaged<ScriptWatch>.fromOpaque(data).takeUnretainedValue().mustStop(context)
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    private func mustStop(_ context: JSContextRef?) -> Bool {
        arm()
        // Between scripts only our own run, which end.
        guard let start, stop == nil else { return stop != nil }
        if Self.processorTime - start.processor >= limits.time
            || ContinuousClock.now - start.wall >= limits.time * ScriptLimits.patience
        {
            stop = .time
        } else if ProcessMemory.resident - start.memory > limits.memory, isLarge(context) {
            stop = .memory
        }
        return stop != nil
    }

    /// Whether this engine grew, and not another part of the process. Walks the whole heap. An engine without the
    /// statistics is never stopped for its memory.
    private func isLarge(_ context: JSContextRef?) -> Bool {
        guard let context, let statistics = CJSMemoryUsageStatistics(context),
            let size = JSObjectGetProperty(context, statistics, JavaScriptName.heapSize.raw, nil)
        else { return false }
        return JSValueToNumber(context, size, nil) > Double(limits.memory) * 0.75
    }

    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
