import BridgePrimitives
import Foundation

/// What a started service writes to standard output and standard error, in a file that only its user reads.
struct ServiceLog: Sendable {
    let handle: FileHandle
    private let path: String

    /// - Throws: `start/not-started` when the system gives no file.
    init() throws(BridgeFailure) {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent(
                "session-bridge-service-\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString).log"
            ).path
        guard
            FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
            let handle = FileHandle(forWritingAtPath: path)
        else {
            throw ServiceStartReason.notStarted.failure(
                "\(path) cannot be written", fix: "set TMPDIR to a folder of yours")
        }
        self.handle = handle
    }

    /// The last lines, and before them the last one that names an error where that stands further up: some stack traces
    /// end with what tells least.
    var ending: [String] {
        let lines = lastLines(60)
        let last = Array(lines.suffix(4))
        guard !last.contains(where: Self.namesError), let error = lines.last(where: Self.namesError) else {
            return last
        }
        return [error, "…"] + last.suffix(2)
    }

    /// The line of the last few that tells most: the last one that names an error, or else the last.
    var tellingLine: String? {
        let lines = lastLines(30)
        return lines.last(where: Self.namesError) ?? lines.last
    }

    private static func namesError(_ line: String) -> Bool {
        ["Error:", "error:", "Error [", "Exception:", "panic:"].contains { line.contains($0) }
    }

    /// The last lines that are not empty, without keys, cut where they are long.
    func lastLines(_ count: Int) -> [String] {
        guard let file = FileHandle(forReadingAtPath: path) else { return [] }
        defer { try? file.close() }
        let size = (try? file.seekToEnd()) ?? 0
        try? file.seek(toOffset: size > 8192 ? size - 8192 : 0)
        let bytes = (try? file.readToEnd()) ?? Data()
        let lines = Self.withoutColours(String(decoding: bytes, as: UTF8.self)).split(whereSeparator: \.isNewline)
        return LogSecrets.hiding(in: lines.filter { !$0.allSatisfy(\.isWhitespace) }.map(String.init)).suffix(count)
            .map { $0.count > 300 ? $0.prefix(300) + "…" : $0 }
    }

    /// Without what colours a terminal: ESC, `[`, parameters, and the letter that ends them.
    private static func withoutColours(_ text: String) -> String {
        guard text.contains("\u{1B}[") else { return text }
        let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            text + part.drop { $0.isNumber || $0 == ";" }.dropFirst()
        }
    }

    func remove() {
        try? handle.close()
        try? FileManager.default.removeItem(atPath: path)
    }
}
