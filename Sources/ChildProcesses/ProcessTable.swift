import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Which processes run, whose children they are, and which of them carry a mark in their environment.
///
/// A browser is a dozen processes, and some of them leave their parent: a mark that all inherit finds those too.
struct ProcessTable: Sendable {
    /// One process; equal only to itself, also when its number is given out again.
    struct Entry: Hashable, Sendable {
        let number: Int32
        /// When it started, in the system's own words.
        let started: String
    }

    private var parents: [Entry: Int32] = [:]
    /// Whose end the system has told, and nobody has noticed yet.
    private var ended: Set<Int32> = []

    /// - Complexity: O(n) in the processes of the machine.
    static func current() -> ProcessTable {
        var table = ProcessTable()
        table.read()
        return table
    }

    /// Those that run below `root`, or below a process that carries `mark`; `root` itself is not among them.
    func family(of root: Int32, mark: String) -> Set<Entry> {
        let unrelated: Set<Int32> = [root, ProcessInfo.processInfo.processIdentifier]
        var found = Set(
            parents.keys.filter { !unrelated.contains($0.number) && Self.carries(mark, number: $0.number) })
        var numbers = Set(found.map(\.number)).union([root])
        // Each round finds one generation more, until there is none.
        while true {
            let more = parents.filter { numbers.contains($0.value) && !unrelated.contains($0.key.number) }.keys
                .filter { !found.contains($0) }
            if more.isEmpty { return found }
            found.formUnion(more)
            numbers.formUnion(more.map(\.number))
        }
    }

    /// Whether a child of this process runs; one that has ended and waits to be noticed does not.
    ///
    /// A table that misses one, because the system was too busy to show its row, is no word of its end.
    func contains(_ number: Int32) -> Bool {
        parents.keys.contains { $0.number == number }
            || !ended.contains(number) && !Self.isZombie(number) && kill(number, 0) == 0
    }

    /// Whether somebody without a parent of his own shows no environment: he may carry any mark.
    var hasOrphanWithoutEnvironment: Bool {
        parents.contains { $0.value == 1 && Self.hidesEnvironment(number: $0.key.number) }
    }

    /// Those of `entries` that still run.
    func running(_ entries: Set<Entry>) -> Set<Entry> { entries.intersection(parents.keys) }

    #if os(Linux)
        private mutating func read() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
                guard let number = Int32(name), let stat = Self.text(of: "/proc/\(name)/stat"), !stat.isEmpty
                else { continue }
                guard let process = Self.entry(number: number, stat: stat) else {
                    ended.insert(number)
                    continue
                }
                parents[process.entry] = process.parent
            }
        }

        /// Reads a line of proc(5)'s `stat`; nil for a process that has ended and only waits to be noticed.
        static func entry(number: Int32, stat: String) -> (entry: Entry, parent: Int32)? {
            // The program's name stands in brackets and may have brackets and spaces in it.
            guard let bracket = stat.lastIndex(of: ")") else { return nil }
            let fields = stat[bracket...].dropFirst().split(separator: " ")
            guard fields.count > 19, let parent = Int32(fields[1]), fields[0] != "Z", fields[0] != "X" else {
                return nil
            }
            return (Entry(number: number, started: String(fields[19])), parent)
        }

        /// ``read()`` has seen those already.
        private static func isZombie(_ number: Int32) -> Bool { false }

        private static func carries(_ mark: String, number: Int32) -> Bool {
            text(of: "/proc/\(number)/environ")?.split(separator: "\0").contains { $0 == mark } ?? false
        }

        private static func hidesEnvironment(number: Int32) -> Bool {
            text(of: "/proc/\(number)/environ")?.isEmpty ?? false
        }

        /// Files of `/proc` have no size, so they are read to their end.
        private static func text(of path: String) -> String? {
            guard let file = FileHandle(forReadingAtPath: path) else { return nil }
            defer { try? file.close() }
            guard let bytes = try? file.read(upToCount: 1 << 20) ?? Data() else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }
    #else
        private mutating func read() {
            var numbers = [pid_t](repeating: 0, count: max(Int(proc_listallpids(nil, 0)), 0) + 64)
            let size = Int32(numbers.count * MemoryLayout<pid_t>.stride)
            let count = min(max(Int(proc_listallpids(&numbers, size)), 0), numbers.count)
            for number in numbers[..<count] {
                guard let information = Self.information(of: number) else { continue }
                if information.pbi_status == UInt32(SZOMB) {
                    ended.insert(number)
                } else {
                    let started = "\(information.pbi_start_tvsec).\(information.pbi_start_tvusec)"
                    parents[Entry(number: number, started: started)] = Int32(clamping: information.pbi_ppid)
                }
            }
        }

        /// What libproc knows of a process, of one that has ended and was not waited for yet too; nil for somebody else's.
        private static func information(of number: Int32) -> proc_bsdinfo? {
            var information = proc_bsdinfo()
            let size = Int32(MemoryLayout<proc_bsdinfo>.size)
            let findsZombies: UInt64 = 1
            return proc_pidinfo(number, PROC_PIDTBSDINFO, findsZombies, &information, size) == size ? information : nil
        }

        /// Whether a process has ended and was not waited for yet.
        private static func isZombie(_ number: Int32) -> Bool {
            information(of: number)?.pbi_status == UInt32(SZOMB)
        }

        /// The system shows no environments; children are found by their parents alone.
        private static func carries(_ mark: String, number: Int32) -> Bool { false }
        private static func hidesEnvironment(number: Int32) -> Bool { false }
    #endif
}
