package import CookieStores

/// The process that web views share, as `WKProcessPool`: one thread and one JavaScript machine, which is one web
/// content process.
///
/// Views in one pool take turns; a script that runs long holds the others up until its limit. Cookies are not the
/// pool's: they belong to the data store. In engines where a web process answers `document.cookie` from a copy of its
/// own (``RefusedOverwriteView/phantom``), the pool's views share that copy, and views in another pool have another.
/// Making a pool costs milliseconds, making a view in one does not.
public final class ProcessPool: Sendable {
    let thread = ScriptThread()
    private let machine = Machine()
    /// Who the pool's views are to the stores.
    package let process: WebContentProcess

    /// - Parameter seed: of the choices that WebKit leaves to chance.
    public init(seed: UInt64 = 0) { process = WebContentProcess(seed: seed) }

    /// Unchecked: only jobs on the pool's thread touch it, since ``group(limits:for:)`` asks for the caller's isolation.
    private final class Machine: @unchecked Sendable {
        var group: ScriptContextGroup?
    }

    /// The pool's JavaScript machine; a new one after a script had to be stopped, or for other limits.
    ///
    /// - Parameter view: proof that the caller runs on the pool's thread.
    func group(limits: ScriptLimits, for view: isolated HeadlessWebView) -> ScriptContextGroup? {
        if let group = machine.group, !group.isSpoiled, group.limits == limits { return group }
        machine.group = ScriptContextGroup(limits: limits)
        return machine.group
    }
}
