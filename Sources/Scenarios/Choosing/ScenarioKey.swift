/// What a scenario is known by from one run to the next, and from one machine to another: lines move, names stay.
public struct ScenarioKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// As it was typed, without `./` before it.
    public var file: String
    public var name: String
    /// Which of those of one name in one file it is, from 1.
    public var ordinal: Int

    public init(file: String, name: String, ordinal: Int = 1) {
        (self.file, self.name, self.ordinal) = (SourceLocation.plain(file), name, ordinal)
    }

    /// The keys of whole files' scenarios, in their order.
    ///
    /// - Complexity: O(n).
    public static func keys(of scenarios: [Scenario]) -> [ScenarioKey] {
        var seen: [ScenarioKey: Int] = [:]
        return scenarios.map { scenario in
            var key = ScenarioKey(file: scenario.file, name: scenario.name)
            seen[key, default: 0] += 1
            key.ordinal = seen[key] ?? 1
            return key
        }
    }

    public static func < (a: Self, b: Self) -> Bool { (a.file, a.name, a.ordinal) < (b.file, b.name, b.ordinal) }

    public var description: String { "\(file): \(name)" + (ordinal == 1 ? "" : " (\(ordinal))") }
}

extension SourceLocation {
    /// The file, without what says nothing of where it is.
    var plainFile: String { Self.plain(file) }

    fileprivate static func plain(_ file: String) -> String {
        var file = file[...]
        while file.hasPrefix("./") { file = file.dropFirst(2).drop { $0 == "/" } }
        return String(file)
    }
}
