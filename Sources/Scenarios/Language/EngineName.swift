/// What opens pages.
public enum EngineName: String, CaseIterable, Sendable {
    /// The headless web view, which runs no scripts of the page's own.
    case model
    case webkitgtk
    case chromium
}
