import BridgePrimitives
public import BrowserDriving
public import Cookies
public import PageEngines
import Scenarios
import Worlds

/// What the headless view is compared with.
public enum TwinPeer: Hashable, Sendable {
    /// A page in the engine itself, which takes what a WKWebView takes.
    case engine(PageEngineKind)
    /// A whole browser over WebDriver, which takes less: for those that nothing else opens pages in.
    case browser(BrowserEngine)

    /// Such as `webkitgtk`.
    public var name: String {
        switch self {
        case .engine(let kind): kind.rawValue
        case .browser(let browser): browser.rawValue
        }
    }

    /// The profile that is to be like it.
    public var cookieProfile: CookieProfile {
        switch self {
        case .engine(let kind): kind.cookieProfile
        case .browser(let browser): browser.cookieProfile
        }
    }

    /// Why a scenario cannot be run there; empty when it can.
    func obstacles(to scenario: Scenario) -> [TwinReason] {
        var obstacles = (scenario.setting.pageGuard ?? PageGuard()) == PageGuard() ? [] : [TwinReason.otherGuard]
        if scenario.setting.needsWebKit { obstacles.append(.appsSettings) }
        let steps = scenario.steps + scenario.tearDown
        let plants = steps.contains { if case .fault = $0.step { true } else { false } }
        if plants || !scenario.setting.faults.isEmpty { obstacles.append(.faults) }
        switch self {
        case .engine(let kind):
            obstacles += steps.flatMap(\.obstacles).compactMap { Self.obstacle($0, in: kind) }
            if scenario.setting.ordersEvents || steps.contains(where: { Self.isModelOnly($0.step) }) {
                obstacles.append(.modelOnly)
            }
        case .browser:
            if scenario.copiesWithDomain { obstacles.append(.copyWithDomain) }
            obstacles += steps.flatMap(\.obstacles).map { TwinReason($0) }
        }
        let opensPages = scenario.steps.contains { if case .view(.open) = $0.step { true } else { false } }
        if !opensPages { obstacles.append(.noPage) }
        return obstacles.uniqued()
    }

    /// What an engine has no means for either; nil for what only WebDriver lacks.
    private static func obstacle(_ obstacle: BrowserObstacle, in kind: PageEngineKind) -> TwinReason? {
        switch obstacle {
        case .messageHandler, .appsDocument, .processEnds, .stepInPage: nil
        // What DevTools are told to send is sent, as no page and no app of Chromium's could.
        case .headerByHand: kind == .chromium ? .headerByHand : nil
        case .writeNotAwaited, .secondView, .trackingPrevention, .ownExchange: TwinReason(obstacle)
        }
    }

    private static func isModelOnly(_ step: Step) -> Bool {
        switch step {
        case .device(.restore), .device(.crashNetworkProcess), .view(.setCookiePolicy), .together, .inject: true
        // An engine's page has the machine's clock.
        case .skew(let skews): skews.web.map { $0 != .zero } ?? false
        default: false
        }
    }
}

extension Scenario.Setting {
    /// Whether it asks for something that only an app's WKWebView has, or that the browser decides by itself.
    fileprivate var needsWebKit: Bool {
        boundDomains != nil || preventsTracking != nil || hasServiceWorker || staysOnApp
    }

    /// Whether it says in which order things are done that an engine does when it does them.
    fileprivate var ordersEvents: Bool { hasColdStore || order != nil }
}

extension Scenario {
    /// Whether a copy in the web view's store has a domain that is not the web app's host.
    fileprivate var copiesWithDomain: Bool {
        let copies = steps.flatMap { located -> [Injection] in
            guard case .view(.open(let opening)) = located.step else { return [] }
            return (opening.injections ?? []).filter { $0.method == .cookieStore }
        }
        let backendsDomain = setting.cookieAttributes?.lowercased().contains("domain=") ?? false
        return copies.contains { $0.domain != nil || backendsDomain }
    }
}
