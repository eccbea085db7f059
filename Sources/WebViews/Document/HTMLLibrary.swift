import CXML2

/// libxml2's global state, which must be set up by one thread before others come: set up lazily, by two parsers that
/// begin at the same moment, it can leave its lock taken for ever.
enum HTMLLibrary {
    /// Returns once the library is ready; costs nothing from then on.
    static func prepare() { _ = isReady }

    private static let isReady: Bool = {
        xmlInitParser()
        return true
    }()
}
