/// One header field, its value masked by what its name says of it.
public struct MaskedField: Hashable, Sendable {
    /// As it was spelled.
    public let name: String
    public let value: MaskedText

    package init(name: String, value: MaskedText) { (self.name, self.value) = (name, value) }
}

extension Masking {
    /// - Parameter name: in any letter case.
    public func field(_ name: String, _ value: String) -> MaskedField {
        MaskedField(name: name, value: field(named: name, value: value))
    }
}
