public import CookieStores

/// Stands in for the scripts of the pages of views that somebody else makes and loads, and follows each load to where
/// those scripts have come to their end.
///
/// What the follower itself leads the view to is part of the load that it follows, and is not told.
public protocol PageFollower: Sendable {
    /// A load begins; one that was under way is over, and its end is not told.
    func loadDidBegin(in view: isolated HeadlessWebView)
    /// The view's latest load is over, its user scripts too, and the delegate knows.
    func loadDidEnd(in view: HeadlessWebView, with result: NavigationResult) async
    /// The app has called for something that comes later, a load or what a handler is told; ``callDidEnd()`` follows,
    /// whatever becomes of it.
    func callDidBegin()
    func callDidEnd()
    /// The app has called for a load in this view, later than for all others.
    func loadIsCalledFor(in view: HeadlessWebView)
    /// The app has removed what pages keep by script: databases, and with them an SDK's session.
    ///
    /// - Parameter sites: nil for all.
    func scriptDataWasRemoved(from store: WebsiteDataStore, of sites: Set<String>?)
}

extension HeadlessWebView {
    /// Has the loads from now on followed; by nobody for nil.
    public func setPageFollower(_ follower: (any PageFollower)?) { self.follower = follower }

    /// Whether the document is HTML that the app gave, or `about:blank`: nothing that a server has sent.
    package var showsAppDocument: Bool { page.origin == nil }

    func tellBegin() {
        if !FollowerAtHand.isActing { follower?.loadDidBegin(in: self) }
    }

    func tellEnd(with result: NavigationResult) async {
        guard let follower, !FollowerAtHand.isActing else { return }
        await FollowerAtHand.$isActing.withValue(true) { await follower.loadDidEnd(in: self, with: result) }
    }
}

package enum FollowerAtHand {
    /// Whether what is done now, the follower does, or who has the view for the moment.
    @TaskLocal package static var isActing = false
}
