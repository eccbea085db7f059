package import PageEngines
package import Scenarios

extension EngineName {
    package init(_ kind: PageEngineKind) {
        self =
            switch kind {
            case .webkitgtk: .webkitgtk
            case .chromium: .chromium
            }
    }

    /// The real engine; nil for the model.
    package var kind: PageEngineKind? {
        switch self {
        case .model: nil
        case .webkitgtk: .webkitgtk
        case .chromium: .chromium
        }
    }
}
