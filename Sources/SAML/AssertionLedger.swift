public import BridgePrimitives

/// Assertions that were used, each remembered for as long as it would still be good (Profiles §4.1.4.5): a value that
/// knows no clock.
public struct AssertionLedger: Hashable, Sendable {
    private struct Used: Hashable { let issuer: String, id: String }

    private var expiries: [Used: Instant] = [:]
    /// How many there are when those that are over are looked for.
    private var nextSweep = Self.firstSweep
    private static let firstSweep = 1000

    public init() {}

    /// Notes that an assertion is used.
    ///
    /// - Returns: `saml/replayed` when it was before; nil when it is good.
    /// - Complexity: O(1) on average.
    public mutating func use(_ assertion: SAMLAssertion, now: Instant) -> SAMLReason? {
        if expiries.count >= nextSweep {
            expiries = expiries.filter { now < $0.value }
            nextSweep = max(expiries.count * 2, Self.firstSweep)
        }
        let used = Used(issuer: assertion.issuer, id: assertion.id)
        guard expiries[used] == nil else { return .replayed }
        expiries[used] = assertion.expiry
        return nil
    }
}
