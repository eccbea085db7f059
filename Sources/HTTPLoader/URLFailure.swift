import BridgePrimitives

/// Why a text is no URL that can be loaded. The text of a URL may carry secrets in its query, so only its front shows.
enum URLFailure {
    static let empty = BridgeFailure(
        URLReason.empty, cause: "the URL is empty")

    static let credentials = BridgeFailure(
        URLReason.credentials, cause: "the URL carries a user name or a password")

    static func tooLong(_ count: Int) -> BridgeFailure {
        BridgeFailure(
            URLReason.tooLong, cause: "the URL has \(count) bytes, \(WebURL.longest) are the most")
    }

    static func forbiddenCharacter(_ what: String, fix: String) -> BridgeFailure {
        BridgeFailure(URLReason.forbiddenCharacter, cause: "the URL contains \(what)", fix: fix)
    }

    static func missingScheme(_ text: String) -> BridgeFailure {
        BridgeFailure(
            URLReason.missingScheme, cause: "\"\(front(of: text))\" does not say http:// or https://")
    }

    static func unsupportedScheme(_ scheme: String) -> BridgeFailure {
        BridgeFailure(
            URLReason.unsupportedScheme, cause: "\"\(scheme):\" cannot be loaded")
    }

    static func malformed(_ text: String, words: String) -> BridgeFailure {
        BridgeFailure(
            URLReason.malformed, cause: "\"\(front(of: text))\" is no URL: \(words)")
    }

    private static func front(of text: String) -> String {
        let shown = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.prefix(80)
        return String(decoding: shown, as: UTF8.self)
    }
}
