/// What became of a handoff under a fault, the worst that holds.
public enum FaultFate: String, CaseIterable, Comparable, Sendable {
    case handled
    case notRecovered = "not recovered"
    case hangs
    case loops
    case crashes
    case leaks
    case accepted
    case wrongUser = "wrong user"

    /// How many handled faults one of these outweighs.
    public var cost: Int {
        switch self {
        case .handled: 0
        case .notRecovered, .hangs, .loops, .crashes: 1
        case .leaks: 2
        case .accepted, .wrongUser: 3
        }
    }

    /// One sentence.
    public var meaning: String {
        switch self {
        case .handled:
            "Signed in all the same, or signed out with a reason that can be shown; without the fault all is well again."
        case .notRecovered: "Without the fault neither a reload nor a new attempt signs the user in."
        case .hangs: "Nothing ends the waiting."
        case .loops: "The same request is made again and again."
        case .crashes: "A script of the page threw."
        case .leaks: "A token is where it was not before: in an address, a Referer, a log, or at another origin."
        case .accepted: "A token that has to be refused signed the user in: nobody verifies it."
        case .wrongUser: "The page shows somebody else's session."
        }
    }

    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
