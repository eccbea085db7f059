import BridgePrimitives

/// How far a run is, in one line of a terminal.
public struct ProgressLine: Hashable, Sendable {
    private let total: Int
    private var done = 0
    private var failed = 0
    private var running: [String] = []

    public init(total: Int) { self.total = total }

    public mutating func begin(_ name: String) { running.append(name) }

    public mutating func end(_ name: String, hasPassed: Bool) {
        if let index = running.firstIndex(of: name) { running.remove(at: index) }
        done += 1
        if !hasPassed { failed += 1 }
    }

    /// `[#####     ] 12/24, 1 failed  name · name`, cut to the width.
    ///
    /// - Parameter width: in columns, of which wide characters take more than one; what is cut leaves room for them.
    public func text(width: Int) -> String {
        let size = 20
        let filled = total == 0 ? size : done * size / total
        let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: size - filled)
        let failures = failed == 0 ? "" : ", \(failed) failed"
        let line = "[\(bar)] \(done)/\(total)\(failures)  \(running.map(VisibleText.escaped).joined(separator: " · "))"
        var (cut, columns) = ("", 0)
        for character in line {
            columns += character.utf8.count > 2 ? 2 : 1
            guard columns < max(width, 10) else { return cut }
            cut.append(character)
        }
        return cut
    }
}
