/// A text with places to fill, such as `Bearer ${id-token}`.
public struct TextTemplate: Hashable, Sendable {
    /// The names of places.
    package static let idToken = "id-token", token = "token", port = "port"

    public let text: String

    public init(_ text: String) { self.text = text }

    /// Whether the text has a place of that name.
    public func mentions(_ name: String) -> Bool { text.contains("${\(name)}") }

    /// The text with each place filled whose name is given. What is filled in is not looked at again, and a place of
    /// another name stays as it is: in a script it is the script's own.
    ///
    /// - Complexity: O(n) in the text's length and what is filled in.
    public func filled(with values: [String: String]) -> String {
        var output = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "${") {
            output += rest[..<start.lowerBound]
            rest = rest[start.lowerBound...]
            if let end = rest.firstIndex(of: "}"), let value = values[String(rest[start.upperBound..<end])] {
                output += value
                rest = rest[rest.index(after: end)...]
            } else {
                output += rest[..<start.upperBound]
                rest = rest[start.upperBound...]
            }
        }
        return output + rest
    }
}
