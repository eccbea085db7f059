public import BridgePrimitives

extension WebURL {
    /// The URL that `reference` names, seen from this one (RFC 3986 §5.2, with the URL Standard's leniency: spaces
    /// around the reference are ignored, spaces in it are encoded, a backslash before the query counts as a slash).
    ///
    /// - Parameter reference: absolute (`https://…`), scheme-relative (`//host/…`), absolute path, relative path,
    ///   query or fragment; empty names this URL without its fragment.
    /// - Parameter droppingUserInformation: whether a user name and a password are left out instead of refused.
    /// - Throws: as ``init(_:)``.
    /// - Complexity: O(n) in UTF-8 bytes.
    public func resolving(
        _ reference: String, droppingUserInformation: Bool = false
    ) throws(BridgeFailure) -> WebURL {
        let bytes = Array(reference.utf8.drop { $0 == 0x20 })
        let text = String(decoding: bytes.prefix(bytes.count - trailingSpaces(bytes)), as: UTF8.self)
        return try WebURL(parsing: absolute(text), droppingUserInformation: droppingUserInformation)
    }

    private func trailingSpaces(_ bytes: [UInt8]) -> Int { bytes.reversed().prefix { $0 == 0x20 }.count }

    /// Puts the missing front before a reference; dot segments are left to the parser.
    private func absolute(_ reference: String) -> String {
        let prefix = "\(scheme)://\(hostHeader)"
        let isSlash: (UInt8?) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
        let first = reference.utf8.first
        if URLText.scheme(of: reference) != nil { return reference }
        if isSlash(first) {
            return isSlash(reference.utf8.dropFirst().first) ? scheme + ":" + reference : prefix + reference
        }
        if first == nil { return prefix + target }
        if first == UInt8(ascii: "#") { return prefix + target + reference }
        if first == UInt8(ascii: "?") { return prefix + path + reference }
        let directory = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? "/"
        return prefix + directory + reference
    }

    /// Parses absolute text in which spaces are still allowed.
    init(parsing text: String, droppingUserInformation: Bool = false) throws(BridgeFailure) {
        guard !text.isEmpty else { throw URLFailure.empty }
        guard text.utf8.count <= Self.longest else { throw URLFailure.tooLong(text.utf8.count) }
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw URLFailure.forbiddenCharacter("a control character", fix: "take line breaks, tabs and NUL out")
        }
        guard let scheme = URLText.scheme(of: text) else { throw URLFailure.missingScheme(text) }
        guard scheme == "http" || scheme == "https" else { throw URLFailure.unsupportedScheme(scheme) }
        let (document, fragment) = URLText.splitFragment(text)
        let slashed = URLText.replacingBackslashes(document)
        let authority = slashed.utf8.dropFirst(scheme.utf8.count + 1)
        guard authority.starts(with: "//".utf8), authority.dropFirst(2).first != UInt8(ascii: "/") else {
            throw URLFailure.malformed(text, words: "a host must follow \(scheme)://")
        }
        do {
            let handle = try URLHandle()
            try handle.parse(slashed, takingUserInformation: droppingUserInformation)
            let query = try handle.query() ?? ""
            self.init(
                scheme: try handle.scheme(),
                host: try handle.host(),
                port: try handle.port(),
                path: URLText.encoded(try handle.path(), alsoEncoding: .path),
                query: query.isEmpty ? nil : URLText.encoded(query, alsoEncoding: .query),
                fragment: fragment.map { URLText.encoded($0, alsoEncoding: .fragment) }
            )
        } catch {
            throw error.isAboutCredentials ? URLFailure.credentials : URLFailure.malformed(text, words: error.words)
        }
        guard string.utf8.count <= Self.longest else { throw URLFailure.tooLong(string.utf8.count) }
    }
}
