import CJavaScriptCore

/// One entry into a JavaScript machine, during which its limits hold: for the script, and for all that promises queue.
///
/// Promise reactions run when the outermost call into the engine returns, and for each the engine starts its clock
/// anew: a chain of short ones would never end. So scripts run inside a call of a function of ours, which runs the
/// reactions before it returns, and the one call is what is timed.
struct ScriptEntry {
    let context: JSContextRef
    let group: ScriptContextGroup

    /// Runs what promises have queued so far, and what that queues.
    func drainMicrotasks() {
        guard group.stop == nil else { return }
        // Without it the reactions run when the entry ends, each with its own limit.
        _ = CJSDrainMicrotasks(context, group.raw)
    }

    /// - Returns: nil when the engine has no room for one more function.
    static func run<Value>(
        in context: JSGlobalContextRef, of group: ScriptContextGroup, _ body: (ScriptEntry) -> Value
    ) -> Value? {
        var value: Value?
        group.begin()
        defer { group.end() }
        let work = { value = body(ScriptEntry(context: context, group: group)) }
        withoutActuallyEscaping(work) { work in
            let call = Call(work: work)
            withExtendedLifetime(call) {
                guard let function = JSObjectMake(context, callee.raw, Unmanaged.passUnretained(call).toOpaque())
                else { return }
                _ = JSObjectCallAsFunction(context, function, nil, 0, nil, nil)
                _ = JSObjectSetPrivate(function, nil)
            }
        }
        return value
    }

    private final class Call {
        let work: () -> Void
        init(work: @escaping () -> Void) { self.work = work }
    }

    private static let callee = HostClass(
        "Entry",
        call: { _, function, _, _, _, _ in
            guard let function, let call = JSObjectGetPrivate(function) else { return nil }
            Unmanaged<Call>.fromOpaque(call).takeUnretainedValue().work()
            return nil
        })
}
