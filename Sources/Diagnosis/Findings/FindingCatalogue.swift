public import BridgePrimitives
public import BridgeTrace

/// Every code that a finding about a handoff can have.
public struct FindingCatalogue: Sendable {
    /// In the order of their codes.
    public let kinds: [FindingKind]
    private let severities: [ReasonCode: FindingSeverity]

    public static let all = FindingCatalogue(
        HandoffFindings.detectors.flatMap { $0.kinds } + FindingKind.leftBySignOut)

    init(_ kinds: [FindingKind]) {
        self.kinds = kinds.sorted { $0.code.rawValue < $1.code.rawValue }
        severities = Dictionary(kinds.map { ($0.code, $0.severity) }, uniquingKeysWith: min)
    }

    /// The kind of that code; nil for a code that is none of a finding's.
    ///
    /// - Complexity: O(n) in the kinds.
    public subscript(code: ReasonCode) -> FindingKind? { kinds.first { $0.code == code } }

    /// Heaviest first, and in the order of their first evidence within. What is in no row is last of all, in its own order.
    public func ordered(_ findings: [Finding]) -> [Finding] {
        findings.enumerated().map { place, finding in
            (severity: severities[finding.code], at: finding.evidence.first ?? 0, place: place, finding: finding)
        }.sorted { a, b in
            guard let one = a.severity, let other = b.severity else {
                return a.severity == nil && b.severity == nil ? a.place < b.place : a.severity != nil
            }
            return (one, a.at, a.place) < (other, b.at, b.place)
        }.map(\.finding)
    }
}

extension FindingKind {
    /// What a sign-out of the app has not taken along. A trace does not say what is left: whoever has the world looks.
    static let leftBySignOut = [
        FindingKind(HandoffReason.leftInNativeStorage, .leak), FindingKind(HandoffReason.leftInWebView, .leak),
        FindingKind(HandoffReason.pageStillSignedIn, .leak), FindingKind(HandoffReason.copyLeftInPreferences, .leak),
    ]
}
