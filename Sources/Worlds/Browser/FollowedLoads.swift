import BridgePrimitives
import WebViews

/// Loads that have begun in views of the app's own, and are not over.
struct FollowedLoads {
    struct Load {
        /// The sequence number of its first event.
        let mark: Int
        let run: PageRun
        let storage: AppBrowser.PageStorage
    }

    /// Of the app's that have not come to their end.
    var calls = 0 { didSet { tellWhoWaits() } }
    /// Of loads that are under way at once, the one that the app has called for last: their threads come in any order.
    var latestView: ObjectIdentifier?
    private var loads: [ObjectIdentifier: Load] = [:]
    private var waiting: [AsyncStream<Never>.Continuation] = []

    /// The one before in the same view is over.
    mutating func begin(_ load: Load, in view: HeadlessWebView) {
        loads.updateValue(load, forKey: ObjectIdentifier(view))?.run.end()
    }

    func latest(in view: HeadlessWebView) -> Load? { loads[ObjectIdentifier(view)] }

    /// - Parameter run: of the load; a later one in the view goes on.
    mutating func end(_ run: PageRun, in view: HeadlessWebView) {
        if loads[ObjectIdentifier(view)]?.run === run { loads[ObjectIdentifier(view)] = nil }
        tellWhoWaits()
    }

    mutating func removeAll() {
        for load in loads.values { load.run.end() }
        loads = [:]
        tellWhoWaits()
    }

    private var areOver: Bool { loads.isEmpty && calls == 0 }

    /// What ends when no load is under way; nil where none is.
    mutating func wait() -> AsyncStream<Never>? {
        guard !areOver else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        waiting.append(continuation)
        return stream
    }

    private mutating func tellWhoWaits() {
        guard areOver else { return }
        // Where no loads are under way at once, the next one to begin is the latest.
        latestView = nil
        for continuation in waiting { continuation.finish() }
        waiting = []
    }
}
