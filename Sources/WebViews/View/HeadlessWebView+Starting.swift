import CookieStores

/// Calls that return before they have done anything, as those of `WKWebView` do.
extension HeadlessWebView {
    /// Begins a load. What is begun later, in whatever way, comes after it.
    ///
    /// What native code has posted to the store's process in the same turn of the main actor may lose against it: see
    /// ``WriteSchedule/afterBegunLoads``.
    public nonisolated func beginLoad(
        _ load: @escaping @Sendable (isolated HeadlessWebView) async -> NavigationResult?
    ) -> Task<NavigationResult?, Never> {
        let store = websiteDataStore.httpCookieStore
        let number = store.loadBegins()
        return begin { view in
            let result = await load(view)
            store.loadEnds(number)
            return result
        }
    }

    /// Begins something else; as ``beginLoad(_:)``.
    public nonisolated func begin<Value: Sendable>(
        _ work: @escaping @Sendable (isolated HeadlessWebView) async -> Value
    ) -> Task<Value, Never> {
        // The thread takes up its tasks in the order in which they are made. What the app begins as it is told of a
        // followed load is the app's.
        FollowerAtHand.$isActing.withValue(false) {
            Task(executorPreference: configuration.processPool.thread) { await work(self) }
        }
    }

    /// Ends the load that is under way.
    public func stopLoading() { runningLoad?.cancel() }
}
