/// The value of a `Content-Type` field.
package enum MediaType: Sendable {
    /// The type itself, in lower case, without its parameters; nil for an empty one.
    package static func essence(of field: String) -> String? {
        let essence = ASCIIText.lowercased(ASCIIText.trimmed(Array(field.utf8).prefix { $0 != UInt8(ascii: ";") }))
        return essence.isEmpty ? nil : essence
    }
}
