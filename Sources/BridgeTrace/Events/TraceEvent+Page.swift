public import BridgePrimitives

/// A script ran in a document.
public struct ScriptEvent: Hashable, Sendable {
    public enum Origin: String, Sendable {
        case documentStart = "user script at document start"
        case documentEnd = "user script at document end"
        case evaluated = "evaluateJavaScript"
        /// By a script of the page; a refusal is in the reasons.
        case serviceWorkerRegistration = "navigator.serviceWorker.register"
    }
    public let origin: Origin
    public let url: MaskedText
    /// The exception as JavaScript prints it; nil when the script finished.
    public let exception: MaskedText?
    /// Where it was thrown, both from 1.
    public let line: Int?
    public let column: Int?
    public let reasons: [ReasonCode]

    public init(
        origin: Origin, url: MaskedText, exception: MaskedText? = nil, line: Int? = nil, column: Int? = nil,
        reasons: [ReasonCode] = []
    ) {
        (self.origin, self.url, self.exception) = (origin, url, exception)
        (self.line, self.column, self.reasons) = (line, column, reasons)
    }
}

/// A navigation reached a point where WebKit would call the navigation delegate.
public struct NavigationEvent: Hashable, Sendable {
    public enum Phase: String, Sendable {
        case decidePolicyForAction = "decidePolicyFor navigationAction"
        case didStartProvisional = "didStartProvisionalNavigation"
        case didReceiveServerRedirect = "didReceiveServerRedirectForProvisionalNavigation"
        case decidePolicyForResponse = "decidePolicyFor navigationResponse"
        case didCommit = "didCommit"
        case didFinish = "didFinish"
        case didFail = "didFail"
        /// The page moved within its document, as a router does; WebKit tells no public delegate.
        case didNavigateWithinDocument = "history.pushState"
        /// The document asks to be followed by another, with the reason where it is not.
        case refresh = "http-equiv=refresh"
    }
    /// What began a navigation, as `WKNavigationType` names it.
    public enum NavigationType: String, Sendable {
        case linkActivated, formSubmitted, backForward, reload
    }
    public let phase: Phase
    public let url: MaskedText
    /// Told where a navigation is asked for; nil for a load by the app, a script or a redirect (`WKNavigationType.other`).
    public let type: NavigationType?
    public let reasons: [ReasonCode]

    public init(_ phase: Phase, url: MaskedText, type: NavigationType? = nil, reasons: [ReasonCode] = []) {
        (self.phase, self.url, self.type, self.reasons) = (phase, url, type, reasons)
    }
}

/// A page posted to a script message handler, printed to its console, or wanted something of the app around its view.
public struct MessageEvent: Hashable, Sendable {
    /// The handler's name, `console.log`, `console.error` …, or the name of the delegate's method.
    public let handler: String
    public let body: MaskedText
    /// Why the page does not get what it wants.
    public let reasons: [ReasonCode]

    public init(handler: String, body: MaskedText, reasons: [ReasonCode] = []) {
        (self.handler, self.body, self.reasons) = (handler, body, reasons)
    }
}

/// The web app's router or its guard took a step.
public struct RoutingEvent: Hashable, Sendable {
    public enum Step: String, Sendable { case asked, read, signIn = "sign-in", next, entered, ended }
    public let step: Step
    /// The full path; its query may hold a token.
    public let path: MaskedText
    /// The route's name, once there is one.
    public let route: String?
    public let detail: MaskedText
    public let reasons: [ReasonCode]

    public init(_ step: Step, path: MaskedText, route: String? = nil, detail: MaskedText, reasons: [ReasonCode] = []) {
        (self.step, self.path, self.route, self.detail, self.reasons) = (step, path, route, detail, reasons)
    }
}
