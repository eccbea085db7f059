package import BridgePrimitives
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

    /// The real engine; nil for the model, and for one that opens no pages.
    package var kind: PageEngineKind? {
        switch self {
        case .model, .safari: nil
        case .webkitgtk: .webkitgtk
        case .chromium: .chromium
        }
    }

    /// - Throws: `engine/safari-opens-no-pages`.
    package func requirePages() throws(BridgeFailure) {
        guard self != .safari else {
            throw PageEngineReason.safariOpensNoPages.failure("safari was asked to open a page")
        }
    }
}
