import BridgePrimitives

/// An input taken apart: three bytes of choices, then a text whose records have 0xFF between them.
struct TokenInput {
    /// What becomes of the text.
    enum Way: UInt8, CaseIterable {
        /// It is presented as it is.
        case text
        /// It is header and payload, with a signature of something or somebody else.
        case foreignSignature
        /// It changes a token that is good.
        case damage
        /// It is the header and the payload of a signed token.
        case idClaims, customClaims
    }

    let way: Way
    let now: Instant
    let skew: Duration
    /// Which damage is done.
    let choice: Int
    let payload: [UInt8]

    /// A little beyond what a token may have.
    private static let lengthLimit = 66 * 1024

    /// 2026-11-21T09:00:00Z.
    static let usualNow = Instant(secondsSinceEpoch: 1_795_251_600)
    private static let times = [
        usualNow, usualNow + .seconds(3600), usualNow + .seconds(-3600), .epoch, Instant(millisecondsSinceEpoch: .max),
        Instant(millisecondsSinceEpoch: .min), usualNow + .milliseconds(999),
    ]
    private static let skews: [Duration] = [
        .zero, .seconds(60), .seconds(61), .seconds(-1), .seconds(Int64.max), .milliseconds(500),
    ]

    init(_ bytes: [UInt8]) {
        func choice(_ index: Int) -> Int { index < bytes.count ? Int(bytes[index]) : 0 }
        way = Way.allCases[choice(0) % Way.allCases.count]
        now = Self.times[choice(1) % Self.times.count]
        skew = Self.skews[choice(1) / Self.times.count % Self.skews.count]
        self.choice = choice(2)
        payload = Array(bytes.dropFirst(3).prefix(Self.lengthLimit))
    }

    /// Nothing but a time.
    init(at now: Instant) { (way, self.now, skew, choice, payload) = (.text, now, .zero, 0, []) }

    var text: String { String(decoding: payload, as: UTF8.self) }

    /// Header and payload of a token.
    var parts: (header: [UInt8], payload: [UInt8]) {
        let records = payload.split(separator: 0xFF, maxSplits: 1, omittingEmptySubsequences: false)
        return (Array(records.first ?? []), records.count > 1 ? Array(records[1]) : [])
    }
}
