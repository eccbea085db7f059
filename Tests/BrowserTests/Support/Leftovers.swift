import Foundation

/// What engines may have left behind.
enum Leftovers {
    /// The processes that this process has started and that still run, and the folders that it left.
    static func found() -> [String] {
        let (files, own) = (FileManager.default, ProcessInfo.processInfo.processIdentifier)
        let folders = (try? files.contentsOfDirectory(atPath: files.temporaryDirectory.path)) ?? []
        let numbers = ((try? files.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int($0) != nil }
        let processes = numbers.filter { number in
            guard let file = FileHandle(forReadingAtPath: "/proc/\(number)/environ") else { return false }
            defer { try? file.close() }
            let environment = (try? file.read(upToCount: 1 << 20)) ?? Data()
            return String(decoding: environment, as: UTF8.self).contains("SESSION_BRIDGE_CHILD=\(own)-")
        }
        return folders.filter { $0.hasPrefix("session-bridge-engine-\(own)-") } + processes.map { "process \($0)" }
    }
}
