public import BridgePrimitives

/// One place in a cookie file that could not be read.
public struct CookieFileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// In bytes, from 1.
    public let column: Int
    public let reason: CookieFileReason

    public init(line: Int, column: Int, reason: CookieFileReason) {
        (self.line, self.column, self.reason) = (line, column, reason)
    }

    public var fix: String { reason.fix }

    /// `12:5: error[cookie-file/bad-expiry]: The expiry is …. Write …`, on one line and without any of the file's text.
    public var description: String { "\(line):\(column): error[\(reason.rawValue)]: \(reason.meaning) \(fix)" }
}
