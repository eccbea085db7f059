/// How much a finding matters, heaviest first.
public enum FindingSeverity: String, CaseIterable, Comparable, Sendable {
    /// It explains why the handoff failed, or why a part of it did not do what it was for.
    case failure
    /// A secret is where it must not be, or is there for longer than it must.
    case leak
    /// It works today, and fails with another engine, another user or at another hour.
    case fragile
    /// Worth knowing, and nothing that anybody has to mend today.
    case note

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .failure: 0
        case .leak: 1
        case .fragile: 2
        case .note: 3
        }
    }
}
