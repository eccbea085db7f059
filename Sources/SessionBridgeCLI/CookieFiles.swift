import BridgePrimitives
import Cookies
import Files

/// Reads and writes files of cookies: curl's `cookies.txt` and Playwright's storage state.
enum CookieFiles {
    static let sizeLimit = 64 << 20

    /// Reads a file of either format.
    ///
    /// - Returns: its cookies; what could not be read is among the problems, and costs no other cookie.
    /// - Throws: `cookie-file/unreadable`, or that the format is neither.
    static func read(_ path: String, now: Instant) throws(BridgeFailure) -> CookieFile {
        let data: [UInt8]
        do { data = try InputFile.read(path, upTo: sizeLimit) } catch {
            throw BridgeFailure(CookieFileReason.unreadable, cause: "\(path) \(error.clause)")
        }
        do throws(CookieFileProblem) {
            return try CookieFileFormat(recognizing: data).read(data, now: now)
        } catch {
            throw BridgeFailure(
                error.reason, cause: "\(path):\(error.line):\(error.column): \(error.reason.meaning)", fix: error.fix)
        }
    }

    /// Writes a file that only its owner reads: a storage state if the name ends in `.json`, else a `cookies.txt`.
    ///
    /// - Throws: `output/not-writable`.
    static func write(_ file: CookieFile, to path: String) throws(BridgeFailure) {
        let format: CookieFileFormat = path.hasSuffix(".json") ? .storageState : .netscape
        try OutputFile.write(format.text(of: file), to: path, isSecret: true)
    }

    /// Each problem as editors know it, `path:line:column: …`.
    static func complaints(_ file: CookieFile, path: String) -> [String] {
        file.problems.map { "\(path):\($0)" }
    }
}
