public import BridgePrimitives
public import BridgeTrace

/// A simulated Twitter: apps, accounts, request tokens and access tokens. Time comes in with each call, ids and tokens
/// from the world's seed.
public final class TwitterProvider: Sendable {
    /// Who can sign in, in the order in which the page lists them.
    public let accounts: [TwitterAccount]
    public let consumers: [TwitterConsumer]
    private let ids: IdentitySource
    private let masking: Masking
    private let sessions = Mutex(TwitterSessions())

    /// - Parameter masking: hides tokens in the base strings that refusals show.
    public init(
        accounts: [TwitterAccount], consumers: [TwitterConsumer], ids: IdentitySource, masking: Masking
    ) {
        (self.accounts, self.consumers, self.ids, self.masking) = (accounts, consumers, ids, masking)
    }

    /// An access token with its secret, as an app keeps them.
    public struct AccessToken: Sendable {
        /// The account's id, a hyphen, and letters and digits.
        public let token: Secret<String>
        public let secret: Secret<String>
        public let account: TwitterAccount
    }

    /// What the sign-in of an account ends with, without its pages: for stories that are not about them.
    ///
    /// - Throws: `accountUnknown`, `consumerUnknown`.
    public func signIn(accountID: String, consumerKey: String) throws(TwitterRefusal) -> AccessToken {
        let (account, consumer) = (try account(accountID), try consumer(consumerKey))
        let issued = sessions.withLock { $0.issueAccessToken(to: consumer.key, accountID: account.id, ids: ids) }
        return AccessToken(token: Secret(issued.token), secret: issued.access.secret, account: account)
    }

    /// Whose token it is, as an auth service asks with what a client gave it.
    public func profile(oauthToken: String, secret: String) -> TwitterProfileVerdict {
        guard let access = sessions.withLock({ $0.access(oauthToken) }),
            let account = accounts.first(where: { $0.id == access.accountID })
        else { return .refused(.tokenUnknown) }
        guard access.secret.matches(secret) else { return .refused(.tokenSecretDiffers) }
        return .known(account)
    }

    /// What a user does on Twitter's own page of connected apps; nothing where the app has no access.
    ///
    /// - Throws: `accountUnknown`, `consumerUnknown`.
    public func revokeAccess(accountID: String, consumerKey: String) throws(TwitterRefusal) {
        let (account, consumer) = (try account(accountID), try consumer(consumerKey))
        sessions.withLock { $0.revokeAccess(of: account.id, to: consumer.key) }
    }

    /// Forgets tokens and nonces, as after a first start; accounts and apps stay.
    public func reset() { sessions.withLock { $0 = TwitterSessions() } }

    // MARK: - Steps of the protocol

    func requestToken(_ request: SignedRequest, now: Instant) throws(TwitterRefusal) -> (token: String, secret: String)
    {
        let consumer = try consumer(request.consumerKey)
        return try sessions.withLock { sessions throws(TwitterRefusal) in
            try sessions.authenticate(request, as: consumer, expecting: .none, now: now, masking: masking)
            let callback = try Self.callback(request.callback, of: consumer)
            return sessions.issueRequestToken(to: consumer, callback: callback, now: now, ids: ids)
        }
    }

    private static func callback(
        _ text: String?, of consumer: TwitterConsumer
    ) throws(TwitterRefusal) -> TwitterSessions.Callback {
        guard let text else { throw TwitterRefusal(.callbackMissing) }
        if text == "oob" { return .pin }
        guard let url = try? CallbackURL(text) else { throw TwitterRefusal(.callbackUnusable) }
        guard consumer.callbacks?.contains(text) ?? true else { throw TwitterRefusal(.callbackNotApproved, text) }
        return .url(url)
    }

    /// A request token that the user is asked about, with its consumer and callback.
    struct Choice: Sendable {
        let token: String
        let consumer: TwitterConsumer
        let callback: TwitterSessions.Callback
    }

    func choice(_ token: String, now: Instant) throws(TwitterRefusal) -> Choice {
        let request = try sessions.withLock { sessions throws(TwitterRefusal) in
            try sessions.openRequest(token, now: now)
        }
        return Choice(token: token, consumer: try consumer(request.consumerKey), callback: request.callback)
    }

    /// What the browser gets after the user has decided.
    enum Outcome: Sendable {
        case goTo(String)
        case showPIN(String)
        /// Denied, and there is nowhere to go.
        case showDenial
    }

    func allow(_ token: String, accountID: String, now: Instant) throws(TwitterRefusal) -> Outcome {
        let account = try account(accountID)
        let (request, verifier) = try sessions.withLock { sessions throws(TwitterRefusal) in
            try sessions.allow(token, accountID: account.id, now: now, ids: ids)
        }
        switch request.callback {
        case .pin: return .showPIN(verifier)
        case .url(let url):
            return .goTo(url.adding([("oauth_token", token), ("oauth_verifier", verifier)], to: .query))
        }
    }

    func deny(_ token: String, now: Instant) throws(TwitterRefusal) -> Outcome {
        let request = try sessions.withLock { sessions throws(TwitterRefusal) in try sessions.deny(token, now: now) }
        switch request.callback {
        case .pin: return .showDenial
        case .url(let url): return .goTo(url.adding([("denied", token)], to: .query))
        }
    }

    func accessToken(_ request: SignedRequest, now: Instant) throws(TwitterRefusal) -> AccessToken {
        let consumer = try consumer(request.consumerKey)
        let issued = try sessions.withLock { sessions throws(TwitterRefusal) in
            try sessions.authenticate(request, as: consumer, expecting: .request, now: now, masking: masking)
            guard let token = request.token else { throw TwitterRefusal(.parameterMissing, "oauth_token") }
            guard let verifier = request.verifier else { throw TwitterRefusal(.parameterMissing, "oauth_verifier") }
            return try sessions.redeem(token, verifier: verifier, ids: ids)
        }
        return AccessToken(
            token: Secret(issued.token), secret: issued.access.secret,
            account: try account(issued.access.accountID))
    }

    /// The account whose access token signed the request.
    func verifyCredentials(_ request: SignedRequest, now: Instant) throws(TwitterRefusal) -> TwitterAccount {
        let consumer = try consumer(request.consumerKey)
        let accountID = try sessions.withLock { sessions throws(TwitterRefusal) in
            try sessions.authenticate(request, as: consumer, expecting: .access, now: now, masking: masking)
            return request.token.flatMap { sessions.access($0) }?.accountID
        }
        guard let accountID else { throw TwitterRefusal(.tokenUnknown) }
        return try account(accountID)
    }

    func account(_ id: String) throws(TwitterRefusal) -> TwitterAccount {
        guard let account = accounts.first(where: { $0.id == id }) else { throw TwitterRefusal(.accountUnknown, id) }
        return account
    }

    private func consumer(_ key: String) throws(TwitterRefusal) -> TwitterConsumer {
        guard let consumer = consumers.first(where: { $0.key == key }) else {
            throw TwitterRefusal(.consumerUnknown, key)
        }
        return consumer
    }
}

/// What was decided about an access token and its secret.
public enum TwitterProfileVerdict: Hashable, Sendable {
    case known(TwitterAccount)
    case refused(TwitterReason)
}
