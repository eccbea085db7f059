/// A value that must not be printed by accident: tokens, passwords, cookie values, keys.
///
/// `description`, `debugDescription` and the mirror all hide it, so interpolation, `dump` and a failing
/// test's message are safe. Whoever needs the value says ``reveal()``.
public struct Secret<Value: Sendable>: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    private let value: Value

    public init(_ value: Value) { self.value = value }

    public func reveal() -> Value { value }

    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret where Value == String {
    /// Compares in time that depends on the lengths only.
    public func matches(_ candidate: String) -> Bool {
        constantTimeEqual(Array(value.utf8), Array(candidate.utf8))
    }
}

/// Whether two byte strings are equal, in time that depends on their lengths only.
public func constantTimeEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    guard a.count == b.count else { return false }
    var difference: UInt8 = 0
    for index in a.indices { difference |= a[index] ^ b[index] }
    return difference == 0
}
