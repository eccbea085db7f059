import BridgePrimitives

/// On whose authority a request comes, read from its header and query.
enum AuthCredential: Sendable {
    /// - Parameters:
    ///   - authorization: the field's value; other schemes than `Bearer` are ignored.
    ///   - apiKey: of the query or `x-goog-api-key`; any text that is not empty will do.
    ///   - ignoresBearer: for the token endpoint, which knows API keys only.
    ///   - verdict: who says what a bearer is worth; nil for the emulator, which takes `owner` and whatever looks like
    ///     one of Google's access tokens.
    /// - Throws: `auth/unauthenticated` for a bearer that is worth nothing, `auth/permission-denied` when there is no
    ///   credential at all, or one with too small a scope.
    static func caller(
        authorization: String?, apiKey: String?, ignoresBearer: Bool = false,
        verdict: ((String) -> BearerVerdict)? = nil
    ) throws(AuthRefusal) -> AuthCaller {
        if !ignoresBearer, let bearer = authorization.flatMap(bearerToken) {
            switch verdict.map({ $0(bearer) }) ?? asEmulator(bearer) {
            case .accepted: return .admin
            case .refused(let reasons):
                throw AuthRefusal(
                    reasons == [.insufficientScope] ? .permissionDenied : .unauthenticated,
                    causes: reasons.map(\.code))
            }
        }
        guard let apiKey, !apiKey.isEmpty else { throw AuthRefusal(.permissionDenied) }
        return .user
    }

    private static func asEmulator(_ bearer: String) -> BearerVerdict {
        ASCIIText.isSame(bearer, "owner") || bearer.hasPrefix("ya29.") ? .accepted : .refused([])
    }

    /// What follows `Bearer`, in any letter case, and one or more blanks; nil for other schemes.
    private static func bearerToken(_ field: String) -> String? {
        let parts = field.utf8.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: true)
        guard let scheme = parts.first, ASCIIText.isSame(scheme, "bearer".utf8) else { return nil }
        return parts.count == 2 ? String(Substring(parts[1])).trimmingBlanks : ""
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let bytes = utf8.drop { $0 == 0x20 }
        return String(decoding: bytes.reversed().drop { $0 == 0x20 }.reversed(), as: UTF8.self)
    }
}
