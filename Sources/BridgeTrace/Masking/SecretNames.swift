import BridgePrimitives

/// What the name of a query item, a JSON member or a setting says about its value.
enum SecretNames {
    /// Whether values of this name are secrets: `access_token`, `refreshToken`, `otp`, `%74oken`, `session-id`.
    ///
    /// - Parameter name: as it was written; percent-encoding, letter case and separators do not matter.
    static func tellsOfASecret(_ name: some Sequence<UInt8>) -> Bool {
        let name = normalised(name)
        let text = String(decoding: name, as: UTF8.self)
        guard !harmless.contains(text) else { return false }
        return secret.contains(text) || secretParts.contains { ASCIIText.contains(name, $0) }
    }

    /// Whether values of this name can be shown wherever they come from.
    static func isHarmless(_ name: some Sequence<UInt8>) -> Bool {
        harmless.contains(String(decoding: normalised(name), as: UTF8.self))
    }

    /// Lower case without percent-encoding and separators.
    private static func normalised(_ name: some Sequence<UInt8>) -> [UInt8] {
        PercentEncoding.decodeLeniently(Array(name)[...], plusIsBlank: false)
            .filter { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 >= 0x80 }.map { ASCIIText.lowercased($0) }
    }

    /// Anywhere in a name.
    private static let secretParts = [
        "token", "secret", "password", "passwd", "passphrase", "passcode", "oobcode", "apikey", "privatekey", "session",
        "jwt", "otp", "credential", "signature", "assertion", "authorization", "cookie", "verifier", "ticket",
    ].map { Array($0.utf8) }
    /// The whole name.
    private static let secret: Set<String> = [
        "auth", "code", "key", "pass", "pin", "pwd", "sid", "sig", "state", "nonce", "bearer", "mfa", "samlresponse",
        "smscode", "verificationcode", "emailcode", "authcode", "invitationcode", "magic", "hash",
    ]
    /// What routers, analytics and OAuth put into addresses, and what the tool's own pages do.
    private static let harmless: Set<String> = [
        "accesstype", "action", "api", "apiversion", "app", "appid", "appname", "audience", "authtype", "category",
        "clientid", "continue", "continueurl", "count", "cursor", "dir", "direction", "display", "error", "event",
        "expiresin", "ext", "fields", "filter", "filters", "format", "from", "granttype", "height", "hl", "host",
        "href",
        "id", "includegrantedscopes", "index", "iosbundleid", "lang", "language", "languagecode", "limit", "link",
        "linkdomain",
        "locale", "menu", "method", "mode", "module", "name", "next", "offset", "oauthsignaturemethod",
        "oauthtimestamp", "oauthversion", "order", "orderby", "page", "pagesize", "panel", "path", "pathname",
        "platform",
        "product", "project", "projectid", "prompt", "provider", "providerid", "redirect", "redirecturi", "redirecturl",
        "ref", "referrer", "region", "response", "responsemode", "responsetype", "return", "returnto", "returnurl",
        "route", "scope", "screen", "section", "signatureversion", "size", "sort", "sortby", "source", "step", "sub",
        "tab", "tenant", "tenantid", "theme", "timestamp", "title", "to", "tokentype", "topic", "type", "url",
        "utmcampaign", "utmcontent", "utmid", "utmmedium", "utmsource", "utmterm", "v", "ver", "version", "view",
        "viewport", "width",
    ]
}
