import BridgePrimitives

/// Why a text is no URL that can be loaded. The text of a URL may carry secrets in its query, so only its front shows.
enum URLFailure {
    static let unsupportedSchemeCode = "url/unsupported-scheme"

    static let empty = BridgeFailure(
        .usage, code: "url/empty", cause: "the URL is empty", fix: "write it as https://host/path")

    static let credentials = BridgeFailure(
        .usage, code: "url/credentials", cause: "the URL carries a user name or a password",
        fix: "take what stands before the @ out and send an Authorization header")

    static func tooLong(_ count: Int) -> BridgeFailure {
        BridgeFailure(
            .usage, code: "url/too-long", cause: "the URL has \(count) bytes, \(WebURL.longest) are the most",
            fix: "send large values in a body")
    }

    static func forbiddenCharacter(_ what: String, fix: String) -> BridgeFailure {
        BridgeFailure(.usage, code: "url/forbidden-character", cause: "the URL contains \(what)", fix: fix)
    }

    static func missingScheme(_ text: String) -> BridgeFailure {
        BridgeFailure(
            .usage, code: "url/missing-scheme", cause: "\"\(front(of: text))\" does not say http:// or https://",
            fix: "write https:// before the host")
    }

    static func unsupportedScheme(_ scheme: String) -> BridgeFailure {
        BridgeFailure(
            .usage, code: unsupportedSchemeCode, cause: "\"\(scheme):\" cannot be loaded",
            fix: "use an http:// or https:// URL")
    }

    static func malformed(_ text: String, words: String) -> BridgeFailure {
        BridgeFailure(
            .usage, code: "url/malformed", cause: "\"\(front(of: text))\" is no URL: \(words)",
            fix: "write it as https://host/path")
    }

    private static func front(of text: String) -> String {
        let shown = text.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }.prefix(80)
        return String(decoding: shown, as: UTF8.self)
    }
}
