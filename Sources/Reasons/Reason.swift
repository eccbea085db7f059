/// Why something was decided as it was: a closed set of stable codes, spelled `area/kebab-case`.
///
/// Codes are part of the public contract: scenarios assert them, reports print them,
/// `session-bridge reasons` lists them. A code is never renamed; it may be retired.
///
/// A reason is a case of an enum, and its texts are a row of `reasons.tsv`; see ``ReasonCatalogue``.
public protocol Reason: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension Reason {
    public var code: ReasonCode { ReasonCode(self) }
}

/// A reason for which a ``BridgeFailure`` is thrown. The reason knows who can fix it, so that no place that throws
/// can choose another exit code.
public protocol FailureReason: Reason {}

extension FailureReason {
    /// The failure with this reason's code, kind and fix.
    ///
    /// - Parameters:
    ///   - cause: one clause that names the value.
    ///   - fix: nil for the reason's own.
    public func failure(_ cause: String, fix: String? = nil) -> BridgeFailure {
        BridgeFailure(self, cause: cause, fix: fix)
    }
}

/// A reason's code alone, for places that hold reasons of more than one kind.
public struct ReasonCode: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let rawValue: String

    public init(_ reason: some Reason) { rawValue = reason.rawValue }

    /// A code that somebody wrote down (in a scenario, say) and that may name no reason at all.
    public init(unchecked rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
