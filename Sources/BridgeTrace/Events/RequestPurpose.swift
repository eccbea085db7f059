/// What a request asks for, as far as its URL shows it.
package enum RequestPurpose {
    /// Whether a URL is a script's by the name of its file.
    package static func isScript(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        return path.hasSuffix(".js") || path.hasSuffix(".mjs")
    }

    /// Whether a URL is that of a sign-in at the auth service.
    package static func isSignIn(_ url: String) -> Bool {
        url.contains("/accounts:signIn") || url.contains("/relyingparty/verify")
    }
}
