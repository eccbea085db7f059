package import PageEngines
package import Scenarios

extension EngineName {
    /// The real engine; nil for the model.
    package var kind: PageEngineKind? {
        switch self {
        case .model: nil
        case .webkitgtk: .webkitgtk
        case .chromium: .chromium
        }
    }
}
