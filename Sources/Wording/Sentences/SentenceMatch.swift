import BridgePrimitives
package import Reasons

/// A sentence of the table, and where it is in a text.
package struct SentenceMatch: Hashable, Sendable {
    package let sentence: KnownSentence
    /// The line that has the sentence; two lines as one if it is broken. Not masked: see ``Sentences/match(_:)``.
    package let quoted: String
    /// The values in place of the pattern's placeholders, in their order.
    package let captures: [String]
    let names: [String]

    package var reason: ReasonCode { sentence.reason }

    /// What the verifier wanted: an audience, an issuer or an algorithm.
    package var expected: String? { self["expected"] }
    /// What the token had instead.
    package var got: String? { self["got"] }
    /// The Firebase project that the verifier was set up for.
    package var expectedProject: String? { expected.flatMap(Self.project) }
    /// The Firebase project of the token that the verifier was given.
    package var gotProject: String? { got.flatMap(Self.project) }

    /// By how much the server's clock is behind, if the sentence has both times: that of the token and the server's own.
    package var clockIsBehind: Duration? {
        guard sentence.check == .inFuture, let now = self["now"].flatMap(Int64.init),
            let time = self["time"].flatMap(Int64.init), now >= 0, time > now
        else { return nil }
        return .seconds(time - now)
    }

    private subscript(name: String) -> String? {
        names.firstIndex(of: name).flatMap { captures.indices.contains($0) ? captures[$0] : nil }
    }

    /// Of an issuer such as `https://securetoken.google.com/shop` the project; an audience is the project itself. Nil for an
    /// issuer without one.
    static func project(_ text: String) -> String? {
        guard text.hasPrefix("https://") else { return text }
        let parts = text.dropFirst(8).split(separator: "/")
        return parts.count > 1 ? parts.last.map(String.init) : nil
    }
}

/// Whether a sentence fits the token that was sent.
package enum Agreement: Hashable, Sendable {
    case agrees
    /// - Parameter because: one clause with what is known of the token.
    case contradicts(because: String)
    case unknown
}

/// What the world knows about the token that was sent. What is not known is nil.
package struct SentToken: Hashable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case idToken, customToken, sessionCookie, refreshToken
        /// A text that is not one of Firebase's tokens.
        case other
        /// The request carried no token, or an empty one.
        case missing
    }

    package var kind: Kind
    package var isSigned: Bool?
    package var project: String?
    package var issuer: String?
    /// Negative if it was issued in the future.
    package var age: Duration?
    /// Negative if it has expired.
    package var remaining: Duration?
    package var isRevoked: Bool?
    package var userExists: Bool?
    package var userIsDisabled: Bool?

    package init(
        _ kind: Kind, isSigned: Bool? = nil, project: String? = nil, issuer: String? = nil, age: Duration? = nil,
        remaining: Duration? = nil, isRevoked: Bool? = nil, userExists: Bool? = nil, userIsDisabled: Bool? = nil
    ) {
        self.kind = kind
        self.isSigned = isSigned
        self.project = project
        self.issuer = issuer
        self.age = age
        self.remaining = remaining
        self.isRevoked = isRevoked
        self.userExists = userExists
        self.userIsDisabled = userIsDisabled
    }
}

extension SentToken.Kind {
    /// With its article.
    var phrase: String {
        switch self {
        case .idToken: "an ID token"
        case .customToken: "a custom token"
        case .sessionCookie: "a session cookie"
        case .refreshToken: "a refresh token"
        case .other: "a text that is not a Firebase token"
        case .missing: "no token"
        }
    }
}

extension SentenceMatch {
    /// A clock that is further off than this is a rarer mistake than another token.
    private static let likelySkew = Duration.seconds(600)

    /// Compares what the sentence says with the token that was sent.
    package func agrees(with token: SentToken) -> Agreement {
        switch sentence.check {
        case nil: .unknown
        case .isSessionCookie: Self.agreement(.sessionCookie, token)
        case .isIDToken: Self.agreement(.idToken, token)
        case .isCustomToken: Self.agreement(.customToken, token)
        case .noToken:
            token.kind == .missing
                ? .agrees
                : .contradicts(
                    because: "the request carried \(token.kind.phrase): the server looks for it in another place")
        case .malformed: malformed(token)
        case .unsigned: unsigned(token)
        case .otherProject: otherProject(token)
        case .expired: expired(token)
        case .inFuture: inFuture(token)
        case .revoked:
            Self.agreement(token.isRevoked, "the user's sessions were not ended after the token was issued")
        case .userDisabled: Self.agreement(token.userIsDisabled, "the user's account is not disabled")
        case .userMissing:
            Self.agreement(token.userExists.map { !$0 }, "the auth service has the user: the server asks another one")
        }
    }

    private static func agreement(_ isSo: Bool?, _ because: String) -> Agreement {
        isSo.map { $0 ? .agrees : .contradicts(because: because) } ?? .unknown
    }

    private static func agreement(_ kind: SentToken.Kind, _ token: SentToken) -> Agreement {
        if token.kind == kind { return .agrees }
        return token.kind == .other ? .unknown : .contradicts(because: "the request carried \(token.kind.phrase)")
    }

    private func malformed(_ token: SentToken) -> Agreement {
        switch token.kind {
        case .idToken, .customToken, .sessionCookie:
            .contradicts(because: "the request carried \(token.kind.phrase), whole")
        case .refreshToken, .missing: .agrees
        case .other: .unknown
        }
    }

    /// Custom tokens name no key, signed or not.
    private func unsigned(_ token: SentToken) -> Agreement {
        if sentence.kind == .noKid, token.kind == .customToken { return .agrees }
        return Self.agreement(token.isSigned.map { !$0 }, "the token that was sent is signed")
    }

    private func otherProject(_ token: SentToken) -> Agreement {
        let own = [token.project, token.issuer].compactMap(\.self)
        guard !own.isEmpty else { return .unknown }
        if let expected, own.contains(expected) {
            return .contradicts(because: "the token that was sent has what the server expects")
        }
        if let gotProject, let project = token.project, gotProject != project, got != token.issuer {
            return .contradicts(because: "the token that was sent is of the project \(project)")
        }
        return expected == nil && got == nil ? .unknown : .agrees
    }

    private func expired(_ token: SentToken) -> Agreement {
        Self.agreement(
            token.remaining.map { $0 <= .zero },
            "the token that was sent has \((token.remaining ?? .zero).twoUnits) left: the server's clock is ahead, "
                + "or it was given another token")
    }

    /// If the token is fresh, the server's clock is behind, which is what the sentence means.
    private func inFuture(_ token: SentToken) -> Agreement {
        Self.agreement(
            token.age.map { $0 <= Self.likelySkew },
            "the token that was sent was issued \((token.age ?? .zero).twoUnits) ago: the server's clock is that far "
                + "behind, or it was given another token")
    }
}
