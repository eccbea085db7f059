import WebViews

/// The web content process of views that share it. Cookies are not its matter: views on one data store share them,
/// whatever their pools.
@preconcurrency @MainActor
public final class WKProcessPool {
    let pool = ProcessPool()

    public init() {}
}
