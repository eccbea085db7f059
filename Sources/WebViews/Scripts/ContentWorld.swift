/// Where a script's names live, as `WKContentWorld`.
///
/// A document has a global object for each world that runs a script in it. What a script defines is found in its own world
/// only; the document is one for all of them: its cookies, its title, its address, where a script sends it. Message
/// handlers are of one world each.
public enum ContentWorld: Hashable, Sendable {
    /// The page's own scripts, and the app's where it names no other.
    case page
    /// The app's own, without a name.
    case defaultClient
    case named(String)
}
