public import BridgePrimitives

/// The contents of a cookie file of either format.
public struct CookieFile: Hashable, Sendable {
    /// In the file's order.
    public var cookies: [Cookie]
    /// What a storage state says of web storage; carried along untouched. Netscape files have no place for it.
    public var origins: [JSONValue]
    /// What could not be read, first one first; at most ``problemLimit`` and one that says that there are more.
    public private(set) var problems: [CookieFileProblem] = []

    /// Longest file that is read, in bytes.
    public static let lengthLimit = 1 << 24
    public static let problemLimit = 100

    public init(cookies: [Cookie] = [], origins: [JSONValue] = []) {
        (self.cookies, self.origins) = (cookies, origins)
    }

    mutating func complain(_ reason: CookieFileReason, line: Int, column: Int) {
        guard problems.count <= Self.problemLimit else { return }
        let isLast = problems.count == Self.problemLimit
        problems.append(CookieFileProblem(line: line, column: column, reason: isLast ? .moreProblems : reason))
    }
}

/// The two ways in which tools write down cookies.
public enum CookieFileFormat: String, Hashable, Sendable, CaseIterable {
    /// `cookies.txt`, as curl reads and writes it.
    case netscape
    /// The JSON of Playwright's `storageState`.
    case storageState = "storage-state"

    /// Recognises a format by its first bytes: JSON starts with a bracket, a `cookies.txt` with a comment or with a
    /// line that has tabs. A text without anything is a `cookies.txt` without cookies.
    ///
    /// - Throws: `cookie-file/unknown-format`, or `cookie-file/too-large`.
    public init(recognizing bytes: [UInt8]) throws(CookieFileProblem) {
        guard bytes.count <= CookieFile.lengthLimit else {
            throw CookieFileProblem(line: 1, column: 1, reason: .tooLarge)
        }
        let text = bytes.withoutByteOrderMark
        guard let first = text.firstIndex(where: { !$0.isBlank && $0 != Byte.lineFeed && $0 != Byte.carriageReturn })
        else {
            self = .netscape
            return
        }
        let line = text[first...].prefix { $0 != Byte.lineFeed }
        switch text[first] {
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .storageState
        case UInt8(ascii: "#"): self = .netscape
        case _ where line.contains(Byte.tab): self = .netscape
        default:
            let before = text[..<first]
            throw CookieFileProblem(
                line: before.count { $0 == Byte.lineFeed } + 1,
                column: first - (before.lastIndex(of: Byte.lineFeed) ?? text.startIndex - 1), reason: .unknownFormat)
        }
    }

    /// Reads a file; what cannot be read is among its problems, and costs no other cookie.
    ///
    /// - Parameter now: creation and last access time of cookies that the file gives none for.
    /// - Complexity: O(n) in bytes.
    public func read(_ bytes: [UInt8], now: Instant) -> CookieFile {
        switch self {
        case .netscape: NetscapeCookies.read(bytes, now: now)
        case .storageState: StorageState.read(bytes, now: now)
        }
    }

    /// The file's text; reading it gives the same cookies.
    public func text(of file: CookieFile) -> String {
        switch self {
        case .netscape: NetscapeCookies.text(of: file.cookies)
        case .storageState: StorageState.text(of: file)
        }
    }
}
