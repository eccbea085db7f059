import Scenarios

/// What one scenario has to say of one cell.
struct HandoverStatement {
    private let scenario: Scenario
    private let method: HandoverMethod
    private let column: HandoverColumn
    private let views: HandoverViews?

    init(_ scenario: Scenario, _ method: HandoverMethod, _ column: HandoverColumn) {
        (self.scenario, self.method, self.column) = (scenario, method, column)
        let cell = HandoverCell.all.first { cell in
            cell.method == method && cell.column == column && cell.setting == Self.setting(of: scenario)
        }
        // What the matrix leaves out the scenarios show all the same.
        views = cell?.views ?? HandoverViews(method == .evaluateAfterLoad ? "CPS-" : "---A")
    }

    /// The matrix has cells of their own for these.
    private static func setting(of scenario: Scenario) -> HandoverSetting {
        if scenario.name.hasSuffix("an hour later") { return .anHourLater }
        return scenario.name.hasSuffix("where the load is ahead of it") ? .lateNativeWrite : .ios
    }

    private var isHTTPOnly: Bool { scenario.name.hasSuffix(", HttpOnly") }
    private var isKept: Bool { !scenario.name.contains(", without one") }
    private var cookieName: String { method == .firebaseSessionCookie ? "__session" : "customtoken" }

    /// The line of the expectation that says it; nil where none does. Of a variant only what it is about is asked for.
    func line(for side: HandoverScenarios.Side) -> Int? {
        guard let views else { return nil }
        let expectation = scenario.expectation
        switch side {
        case .request:
            let index = expectation.requests.firstIndex { isHere($0) && says($0, views.request) }
            return index.flatMap { expectation.places["requests", $0]?.line }
        case .page where column == .sameSiteFrame || column == .crossSiteFrame:
            let wanted = isVisible(views.page)
            let index = expectation.cookies.firstIndex { $0.isVisibleToScript == wanted }
            return index.flatMap { expectation.places["cookies", $0]?.line }
        case .page:
            let prefix = column == .documentStart ? "${start.value" : "${seen.value"
            let index = expectation.values.firstIndex { $0.that.source.hasPrefix(prefix) && says($0, views.page) }
            return index.flatMap { expectation.places["values", $0]?.line }
                ?? (Self.setting(of: scenario) == .ios ? nil : scenario.firstLine)
        case .listing:
            let isInStore = views.store == "S" || views.store == "s" && isKept
            let (store, wanted) =
                views.app == "A" ? (CookieCondition.Store.native, true) : (CookieCondition.Store.webView, isInStore)
            let index = expectation.cookies.firstIndex { $0.store == store && $0.isStored == wanted }
            return index.flatMap { expectation.places["cookies", $0]?.line }
                ?? (Self.setting(of: scenario) == .ios ? nil : scenario.firstLine)
        }
    }

    // MARK: Requests

    private func isHere(_ condition: RequestCondition) -> Bool {
        switch column {
        case .first: condition.sender == .webView && (condition.number == 1 || condition.path == "/__/enter")
        case .documentStart: condition.sender == .webView && (condition.number == 1 || condition.path == "/signin")
        case .later: condition.sender == .page && ["/config.json", "/routes.json"].contains(condition.path)
        case .redirect: condition.sender == .webView && condition.path == "/signin"
        case .reload, .relaunch: condition.sender == .webView && condition.number == 1
        case .sameSiteFrame: condition.sender == .page && condition.path == "/"
        case .crossSiteFrame: condition.sender == .page && condition.path == "/ad"
        }
    }

    private func says(_ condition: RequestCondition, _ letter: Character) -> Bool {
        func has(_ name: String, _ text: String) -> Bool {
            condition.headers.contains { $0.name == name && $0.text.hasPrefix(text) }
        }
        let hasCookie = condition.with.contains(cookieName) || has("Cookie", "\(cookieName)=")
        let hasAuthorization = condition.headersThere.contains("authorization")
        switch letter {
        case "C": return hasCookie && !has("Cookie", "\(cookieName)=s3cret")
        case "c": return says(condition, isKept ? "C" : "-")
        case "M": return has("Cookie", "\(cookieName)=s3cret")
        case "Z", "z": return hasAuthorization
        case "Q": return condition.query.contains(cookieName) || condition.query.contains("code")
        case "B": return condition.method == "POST" && condition.status == 303
        case "r": return condition.headersContaining.contains { $0.name == "Referer" }
        default:
            return !hasCookie && !hasAuthorization
                && (condition.without.contains(cookieName) || condition.headersMissing.contains("authorization")
                    || condition.queryWithout.contains(cookieName)
                    || condition.headersNotContaining.contains { $0.name == "Referer" })
        }
    }

    // MARK: The page

    private func isVisible(_ letter: Character) -> Bool {
        switch letter {
        case "P", "J", "j": true
        case "p", "k": !isHTTPOnly
        case "q": !isHTTPOnly && isKept
        default: false
        }
    }

    private func says(_ value: ValueExpectation, _ letter: Character) -> Bool {
        if letter == "L" { return value.contains?.source == "\(cookieName)=" }
        let nothing = value.equals?.source == "" || value.matches == "^$" || value.matches == "/signin$"
        guard isVisible(letter) else { return nothing }
        if letter == "J" { return value.equals?.source == "\(cookieName)=script" }
        return value.equals?.source.hasPrefix("\(cookieName)=") == true
            || value.matches?.hasPrefix("^\(cookieName)=") == true
    }
}
