/// What a view's pages may do. Counts as it is when the view is made.
@preconcurrency @MainActor
public final class WKPreferences {
    /// Whether scripts open windows also where no tap of the user's has led to it. What the app evaluates counts as a tap.
    public var javaScriptCanOpenWindowsAutomatically = false

    public init() {}
}

/// How a page is shown: the configuration's counts as it is when the view is made, and a navigation delegate may give
/// another one for each navigation.
@preconcurrency @MainActor
public final class WKWebpagePreferences {
    /// Whether the page's own scripts run; user scripts and what the app evaluates do anyway.
    public var allowsContentJavaScript = true

    public init() {}

    func copied() -> WKWebpagePreferences {
        let copy = WKWebpagePreferences()
        copy.allowsContentJavaScript = allowsContentJavaScript
        return copy
    }
}
