/// A property that did not hold for an input.
public struct FuzzFinding: Hashable, Sendable, CustomStringConvertible {
    /// What should be so, in words; the same for all inputs that break it.
    public let property: String
    /// What was seen instead.
    public let detail: String

    public init(_ property: String, _ detail: String) { (self.property, self.detail) = (property, detail) }

    public var description: String { "\(property): \(detail)" }
}

/// Collects the first property that fails; checks after it are not made.
package struct Checker {
    package private(set) var finding: FuzzFinding?

    package init() {}

    package mutating func check(_ property: String, _ holds: Bool, _ detail: @autoclosure () -> String) {
        if finding == nil, !holds { finding = FuzzFinding(property, detail()) }
    }

    package mutating func equal<Value: Equatable>(_ property: String, _ a: Value, _ b: Value) {
        if finding == nil, a != b { finding = FuzzFinding(property, "\(a) is not \(b)") }
    }

    /// Texts are the same when their bytes are; to `==` they are also when only their characters are.
    package mutating func same(_ property: String, _ a: String?, _ b: String?) {
        guard finding == nil, a.map({ Array($0.utf8) }) != b.map({ Array($0.utf8) }) else { return }
        finding = FuzzFinding(property, "\(a.debugDescription) is not \(b.debugDescription)")
    }
}
