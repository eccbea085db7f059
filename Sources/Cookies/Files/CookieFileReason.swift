public import BridgePrimitives

/// Why a part of a cookie file could not be read.
public enum CookieFileReason: String, FailureReason {
    case unreadable = "cookie-file/unreadable"
    case unknownFormat = "cookie-file/unknown-format"
    case tooLarge = "cookie-file/too-large"
    case notUTF8 = "cookie-file/not-utf8"
    case fieldCount = "cookie-file/field-count"
    case badDomain = "cookie-file/bad-domain"
    case badExpiry = "cookie-file/bad-expiry"
    case brokenPrefix = "cookie-file/broken-prefix"
    case controlCharacter = "cookie-file/control-character"
    case badNote = "cookie-file/bad-note"
    case strayNote = "cookie-file/stray-note"
    case notJSON = "cookie-file/not-json"
    case notStorageState = "cookie-file/not-storage-state"
    case missingMember = "cookie-file/missing-member"
    case wrongType = "cookie-file/wrong-type"
    case badSameSite = "cookie-file/bad-same-site"
    case moreProblems = "cookie-file/more-problems"

    public var kind: BridgeFailure.Kind { .unreadableInput }

    public var meaning: String {
        switch self {
        case .unreadable: "The file cannot be read."
        case .unknownFormat: "The text is neither a Netscape cookie file nor a Playwright storage state."
        case .tooLarge: "The file is larger than the limit."
        case .notUTF8: "The text has bytes that are not UTF-8."
        case .fieldCount: "The line does not have seven fields with a tab between each two."
        case .badDomain: "The domain is empty or has characters that no host may have."
        case .badExpiry: "The expiry is no number of seconds since 1970 that the format allows."
        case .brokenPrefix: "The name starts with __Secure- or __Host- but the cookie does not keep that promise."
        case .controlCharacter: "A control character stands in the name or the value."
        case .badNote: "A session-bridge line cannot be read."
        case .strayNote: "A session-bridge line does not belong to the cookie in the line after it."
        case .notJSON: "The text is not JSON."
        case .notStorageState: "The JSON is no object with a list of cookies."
        case .missingMember: "The cookie has no name, value or domain."
        case .wrongType: "A member has a value of another type than the format's."
        case .badSameSite: "The sameSite member is none of Strict, Lax and None."
        case .moreProblems: "The file has more problems than are listed."
        }
    }

    public var fix: String {
        switch self {
        case .unreadable: "Name a cookies.txt or a storage state."
        case .unknownFormat: "Give a cookies.txt with tabs, or the JSON of Playwright's storageState."
        case .tooLarge: "Keep only the cookies that are needed."
        case .notUTF8: "Save the file as UTF-8."
        case .fieldCount: "Write domain, TRUE or FALSE, path, TRUE or FALSE, expiry, name and value, tabs between."
        case .badDomain: "Write the host in its punycode form, with a dot in front to cover its subdomains."
        case .badExpiry: "Write whole seconds, or 0 (in JSON: -1) for a cookie without expiry."
        case .brokenPrefix: "Make the cookie Secure, for __Host- also host-only with path /, or change the name."
        case .controlCharacter: "Encode the value, for example as base64url."
        case .badNote: "Remove the line; the cookie after it is read without it."
        case .strayNote: "Remove the line, or put the cookie's line right below it."
        case .notJSON: "Check the text at this place."
        case .notStorageState: "Write {\"cookies\": […], \"origins\": […]}."
        case .missingMember: "Add the member."
        case .wrongType: "Write texts in quotes, flags as true or false, and expires as a number."
        case .badSameSite: "Write Strict, Lax or None, or leave the member out."
        case .moreProblems: "Fix those listed and read the file again."
        }
    }
}

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
