/// What one call of the app's to a web view leads to: a navigation, and those that its pages go on with.
///
/// The engine tells of navigations by their addresses alone; the trip travels with the task, so that what is told can be
/// said of the right one.
@MainActor
final class PageTrip {
    /// The one that the code at hand belongs to.
    nonisolated static var current: PageTrip? { TripAtHand.current }

    /// The later a trip begins, the higher.
    let number: Int
    private(set) weak var view: WKWebView?
    private(set) var navigation: WKNavigation
    private var phase = Phase.new

    private enum Phase { case new, provisional, committed, over }

    init(_ number: Int, in view: WKWebView) { (self.number, self.view, navigation) = (number, view, WKNavigation()) }

    /// Whether the document is in the view, and not all of it is there.
    var isCommitted: Bool { phase == .committed }

    /// A page goes on elsewhere: that is another navigation.
    func start() {
        if phase != .new { navigation = WKNavigation() }
        phase = .provisional
    }

    func commit() { phase = .committed }
    func end() { phase = .over }
}

enum TripAtHand {
    @TaskLocal static var current: PageTrip?
}
