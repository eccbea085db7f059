import BridgePrimitives
import HTTPLoader
import SimulatedDevice
public import WebViews

/// A web view of the app whose code makes it, on the device that the app runs on.
///
/// A thin layer over ``HeadlessWebView``, which says what of a browser there is. A view belongs to the process that made
/// it: once that has ended it loads nothing and tells nobody anything. A load keeps its view alive until it has ended.
@preconcurrency @MainActor
open class WKWebView {
    /// The engine under the view: for tests that look at its frames, or do what a person does.
    public nonisolated let headlessView: HeadlessWebView
    public weak var navigationDelegate: (any WKNavigationDelegate)?
    public weak var uiDelegate: (any WKUIDelegate)?
    let process: AppProcess
    private let made: WKWebViewConfiguration
    private var latestTrip: PageTrip?
    private var tripCount = 0

    /// What is shown, or is about to be; nil before the first load.
    public private(set) var url: URL?
    public private(set) var title: String?
    public private(set) var isLoading = false
    /// 0 before the first load, 0.1 from a load's start (WebKit's ProgressTracker.cpp), more once there is a document, 1 at the
    /// end, whichever it is. Nobody is told that it has changed: there is no KVO.
    public private(set) var estimatedProgress = 0.0
    public private(set) var canGoBack = false
    public private(set) var canGoForward = false
    /// Whether there ever was a document.
    private var hasLoaded = false
    /// Of the document that is shown.
    private(set) var committedURL: URL?

    /// - Parameters:
    ///   - frame: is not looked at: there is no screen.
    ///   - configuration: copied.
    public init(frame: CGRect = .zero, configuration: WKWebViewConfiguration = WKWebViewConfiguration()) {
        process = AppProcess.required(by: "WKWebView(frame:configuration:)")
        made = configuration.copied()
        let device = process.device
        headlessView = HeadlessWebView(
            configuration: made.engine, transport: process.transport, clock: device.clock, trace: device.trace)
        let (relay, uiRelay) = (NavigationRelay(to: self, in: process), UIRelay(to: self, in: process))
        let follower = process.pageFollower
        _ = headlessView.begin { view in
            view.setNavigationDelegate(relay)
            view.setUIDelegate(uiRelay)
            view.setPageFollower(follower)
        }
    }

    /// Whether the view shares store and process with others of that configuration.
    func isMade(with configuration: WKWebViewConfiguration) -> Bool {
        made.websiteDataStore === configuration.websiteDataStore && made.processPool === configuration.processPool
    }

    /// A copy.
    public var configuration: WKWebViewConfiguration { made.copied() }

    /// Replaces the user agent from the next document on; nil for the usual one.
    public var customUserAgent: String? {
        didSet { _ = headlessView.begin { [customUserAgent] in $0.setCustomUserAgent(customUserAgent) } }
    }

    /// Whether the document came over https. What it brings along is not loaded, and so is not asked about.
    public var hasOnlySecureContent: Bool { committedURL?.scheme?.lowercased() == "https" }

    /// Whether web views load addresses of the scheme by themselves; WebKit's own, in any case.
    public class func handlesURLScheme(_ urlScheme: String) -> Bool {
        ["http", "https", "about", "data", "blob", "file", "ftp", "ws", "wss", "javascript"]
            .contains(urlScheme.lowercased())
    }

    // MARK: Loading

    /// Begins to load; the delegate is told the rest.
    ///
    /// - Returns: nil for a request without an address.
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? {
        guard let url = request.url else { return nil }
        if let page = PageRequest(request) { return start(url) { await $0.load(page) } }
        let address = url.absoluteString
        return start(url) { await $0.refuse(address) }
    }

    /// Shows HTML as the document of that address, with its cookies; of `about:blank`, which has none, without one.
    @discardableResult
    open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? {
        let base = baseURL?.absoluteString
        return start(baseURL ?? .blank) { await $0.loadHTMLString(string, baseURL: base) }
    }

    /// Repeats the last request, with today's cookies.
    @discardableResult
    open func reload() -> WKNavigation? { hasLoaded ? start(committedURL) { await $0.reload() } : nil }

    /// - Returns: nil when there is nothing to go back to.
    @discardableResult
    open func goBack() -> WKNavigation? { canGoBack ? start(nil) { await $0.goBack() } : nil }

    @discardableResult
    open func goForward() -> WKNavigation? { canGoForward ? start(nil) { await $0.goForward() } : nil }

    /// Ends the load that is under way; the delegate is told `NSURLErrorCancelled`.
    open func stopLoading() { _ = begin { $0.stopLoading() } }

    /// - Parameter url: nil where only the engine knows.
    private func start(
        _ url: URL?, _ load: @escaping @Sendable (isolated HeadlessWebView) async -> NavigationResult?
    ) -> WKNavigation? {
        guard !process.isEnded else { return nil }
        let trip = newTrip()
        latestTrip = trip
        if let url { self.url = url }
        (isLoading, estimatedProgress) = (true, 0.1)
        process.callDidBegin()
        process.pageFollower?.loadIsCalledFor(in: headlessView)
        let task = bound(to: trip) { headlessView.beginLoad(load) }
        // Ends with the load, whose result the delegate has been told.
        Task {
            _ = await task.value
            await look(after: trip, progress: 1)
            ended(trip)
            process.callDidEnd()
        }
        return trip.navigation
    }

    /// What the engine does for the app is code of the app, and belongs to that trip.
    func bound<Value>(to trip: PageTrip, _ body: () -> Value) -> Value {
        AppProcess.$current.withValue(process) { TripAtHand.$current.withValue(trip) { body() } }
    }

    /// Begins something that is no load of the app's; nil in a process that has ended.
    func begin<Value: Sendable>(
        _ body: @escaping @Sendable (isolated HeadlessWebView) async -> Value
    ) -> Task<Value, Never>? {
        process.isEnded ? nil : bound(to: newTrip()) { headlessView.begin(body) }
    }

    func newTrip() -> PageTrip {
        tripCount += 1
        return PageTrip(tripCount, in: self)
    }

    // MARK: What the engine has come to

    func began(_ trip: PageTrip, to url: URL) {
        // One that is overtaken may still be on its way.
        guard trip.number >= latestTrip?.number ?? 0 else { return }
        latestTrip = trip
        self.url = url
        (isLoading, estimatedProgress) = (true, 0.1)
    }

    func look(after trip: PageTrip, progress: Double) async {
        let glance = await headlessView.glance
        committedURL = glance.hasDocument ? glance.url.flatMap { URL(string: $0) } ?? .blank : nil
        title = glance.title
        hasLoaded = hasLoaded || glance.hasDocument
        (canGoBack, canGoForward) = (glance.canGoBack, glance.canGoForward)
        guard isLatest(trip) else { return }
        url = committedURL
        estimatedProgress = max(estimatedProgress, progress)
    }

    func ended(_ trip: PageTrip) {
        if isLatest(trip) { isLoading = false }
    }

    /// An earlier one comes to its end while the view is busy with the next.
    private func isLatest(_ trip: PageTrip) -> Bool { latestTrip == nil || trip === latestTrip }
}

/// What a view's properties tell, at one moment.
private struct Glance: Sendable {
    let hasDocument: Bool
    let url: String?
    let title: String
    let canGoBack: Bool
    let canGoForward: Bool
}

extension HeadlessWebView {
    fileprivate var glance: Glance {
        Glance(
            hasDocument: status != nil, url: url?.string, title: title, canGoBack: canGoBack,
            canGoForward: canGoForward)
    }
}

extension PageRequest {
    /// Nil for an address that is none of http or https.
    fileprivate init?(_ request: URLRequest) {
        guard let http = request.http else { return nil }
        self.init(
            url: http.url, method: http.method, headers: http.headers, body: http.body,
            cachePolicy: CachePolicy(request.cachePolicy), timeoutInterval: request.timeout)
    }
}

extension CachePolicy {
    fileprivate init(_ policy: URLRequest.CachePolicy) {
        self =
            switch policy {
            case .useProtocolCachePolicy: .useProtocolCachePolicy
            case .reloadIgnoringLocalCacheData, .reloadRevalidatingCacheData: .reloadIgnoringLocalCacheData
            case .reloadIgnoringLocalAndRemoteCacheData: .reloadIgnoringLocalAndRemoteCacheData
            case .returnCacheDataElseLoad: .returnCacheDataElseLoad
            case .returnCacheDataDontLoad: .returnCacheDataDontLoad
            }
    }
}
