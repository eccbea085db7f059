/// Something whose place among other things the system does not promise: a cookie write that arrives, a request that
/// leaves, a script that is installed.
///
/// The path says where the program has it, and so orders events as they are written down: what a task does third has
/// 3 in its place, and what it has posted after its second event comes between the two.
public struct RaceEvent: Hashable, Comparable, Sendable {
    /// Unlike that of any other event of one run.
    public let path: [Int]
    /// What people call it, `open/request-1`; in one scenario no two events share a name.
    public let name: String

    public init(path: [Int], name: String) { (self.path, self.name) = (path, name) }

    /// The program's own order.
    public static func < (a: Self, b: Self) -> Bool {
        a.path == b.path ? a.name < b.name : a.path.lexicographicallyPrecedes(b.path)
    }
}

extension [RaceEvent] {
    /// How many pairs stand otherwise than in the program.
    ///
    /// - Complexity: quadratic.
    public var inversions: Int {
        var count = 0
        for (position, event) in enumerated() {
            count += self[(position + 1)...].count { $0 < event }
        }
        return count
    }
}
