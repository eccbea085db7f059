import WebViews

/// Where a script's names live: the page's own, or apart from it.
///
/// A world has a global object of its own in each document, and shares the document with the others. So the page does not
/// see what the app's scripts define, and both see the same `document.cookie`.
@preconcurrency @MainActor
public final class WKContentWorld {
    /// The page's own; its message handlers are those that the page finds.
    public static let page = WKContentWorld(.page, name: nil)
    /// The app's, where it needs but one.
    public static let defaultClient = WKContentWorld(.defaultClient, name: nil)
    private static var named: [String: WKContentWorld] = [:]

    let world: ContentWorld
    /// Nil for the two that have none.
    public let name: String?

    private init(_ world: ContentWorld, name: String?) { (self.world, self.name) = (world, name) }

    /// The world of that name: the same object each time.
    public static func world(name: String) -> WKContentWorld {
        if let world = named[name] { return world }
        let world = WKContentWorld(.named(name), name: name)
        named[name] = world
        return world
    }

    static func of(_ world: ContentWorld) -> WKContentWorld {
        switch world {
        case .page: page
        case .defaultClient: defaultClient
        case .named(let name): self.world(name: name)
        }
    }
}
