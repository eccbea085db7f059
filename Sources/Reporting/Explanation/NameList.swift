import BridgeTrace

/// Names of cookies as a line can hold them: the first few, each of a length that can be read.
package enum NameList {
    private static let limit = 8, longestName = 64

    package static func text(_ names: [String]) -> String {
        let shown = names.prefix(limit).map(shortened).joined(separator: ", ")
        return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
    }

    private static func shortened(_ name: String) -> String {
        name.count > longestName ? "\(name.prefix(longestName))… (\(name.utf8.count) bytes)" : CookieLabel.text(name)
    }
}
