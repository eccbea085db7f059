public import BridgePrimitives

/// A small thing that gives a reason, and what it is like when the reason is gone. Both run: see ``ExampleRunner``.
public struct ReasonExample: Sendable {
    public let code: ReasonCode
    /// What happens, for a reader who has just met the code: one sentence or two.
    public let story: String
    public let wrong: ExampleForm
    /// The same, mended; it does not give the code.
    public let mended: ExampleForm
    /// The engine whose cookie behaviour counts: a profile's name.
    public let profile: String
    /// Reasons that cannot be kept out of ``wrong``.
    public let besides: [ReasonCode]
    /// Whether engines are compared: not where the example takes its time on purpose.
    let comparesEngines: Bool

    public init(
        _ reason: some Reason, _ story: String, _ wrong: ExampleForm, mended: ExampleForm, as profile: String = "ios18",
        besides: [any Reason] = [], comparesEngines: Bool = true
    ) {
        (code, self.story, self.wrong, self.mended, self.profile) = (reason.code, story, wrong, mended, profile)
        self.comparesEngines = comparesEngines
        self.besides = besides.map { ReasonCode(unchecked: $0.rawValue) }
    }

    /// All of them, by the order of areas that a handoff goes through.
    public static let all: [ReasonExample] =
        store + note + send + script + native + foundation + exchange + token + view + worker + navigation + guarding
        + handoff + elsewhere + nonce + nativeSources + pageSources

    /// The example of a code; nil where nobody has written one.
    public static func of(_ code: ReasonCode) -> ReasonExample? { byCode[code] }

    private static let byCode = Dictionary(all.map { ($0.code, $0) }) { first, _ in first }
}
