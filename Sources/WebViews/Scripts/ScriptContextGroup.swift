import CJavaScriptCore

#if canImport(Darwin)
    // Links the framework; the declarations come through CJavaScriptCore on every system.
    import JavaScriptCore
#endif

/// Sole owner of one JavaScript virtual machine, with the limits for what runs in it.
///
/// Used from one thread at a time: the process pool's. May be let go of anywhere.
final class ScriptContextGroup {
    let raw: JSContextGroupRef
    let limits: ScriptLimits
    private let watch: ScriptWatch

    /// Whether a script was ever stopped here. What it had queued (promise reactions) may still be waiting, so the
    /// next document gets another group.
    private(set) var isSpoiled = false

    init?(limits: ScriptLimits) {
        guard let raw = JSContextGroupCreate() else { return nil }
        (self.raw, self.limits) = (raw, limits)
        watch = ScriptWatch(group: raw, limits: limits)
    }

    deinit {
        // The machine may outlive the group by a collection, and must not ask a watch that is gone.
        JSContextGroupClearExecutionTimeLimit(raw)
        JSContextGroupRelease(raw)
    }

    /// The limits count from here.
    func begin() { watch.begin() }

    func end() { watch.end() }

    /// Why a script was stopped since ``begin()``.
    var stop: ScriptWatch.Stop? {
        guard let stop = watch.stop else { return nil }
        isSpoiled = true
        return stop
    }
}
