/// One navigation of a web view, to be told from others by identity.
@preconcurrency @MainActor
public final class WKNavigation {
    init() {}
}
