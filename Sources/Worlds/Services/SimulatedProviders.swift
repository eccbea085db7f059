public import AuthEmulator
public import BridgePrimitives
import BridgeTrace
public import HTTPLoader
public import IdentityProviders
import Listening
import Tokens

/// The identity providers of a world, and what they tell its auth service.
///
/// What they judge they judge in memory; what a browser or a relying party does goes over HTTP, once
/// ``reachable(at:transport:clock:)`` says where they listen.
public struct SimulatedProviders: IdentityProviderDirectory {
    public let apple: AppleProvider
    public let twitter: TwitterProvider
    /// The app that Twitter knows.
    public let twitterConsumer: TwitterConsumer
    /// What Apple calls the auth service's web flow.
    public static let appleServicesID = "com.example.shop.web"
    static let team = "TEAM123456"
    private let ids: IdentitySource
    private var relyingParties: RelyingParties?

    private struct RelyingParties: Sendable {
        let apple: AppleRelyingParty
        let twitter: TwitterRelyingParty
    }

    /// - Parameter ids: gives accounts, codes and tokens: one seed, the same ones.
    init(appleKey: SigningKey, ids: IdentitySource, masking: Masking) {
        apple = AppleProvider(
            accounts: AppleAccount.samples(from: ids), clients: .anyone(teamID: Self.team), key: appleKey, ids: ids)
        twitterConsumer = TwitterConsumer(
            key: ids.alphanumeric(count: 25), secret: Secret(ids.alphanumeric(count: 50)), name: "The sample app")
        twitter = TwitterProvider(
            accounts: TwitterAccount.samples(from: ids), consumers: [twitterConsumer], ids: ids, masking: masking)
        self.ids = ids
    }

    /// The same providers, and the auth service can send browsers to them.
    func reachable(at hosts: ProviderHosts, transport: any Transport, clock: WorldClock) -> SimulatedProviders {
        var providers = self
        providers.relyingParties = RelyingParties(
            apple: AppleRelyingParty(
                clientID: Self.appleServicesID, teamID: Self.team, api: hosts.apple, transport: transport,
                clock: clock),
            twitter: TwitterRelyingParty(
                consumer: twitterConsumer, api: hosts.twitter, transport: transport, clock: clock, ids: ids))
        return providers
    }

    /// Consents, codes and tokens are gone, as after a first start; accounts stay.
    package func reset() {
        apple.reset()
        twitter.reset()
    }

    // MARK: - Judging

    public func verifyIDToken(
        _ token: String, providerID: String, nonce: String?, now: Instant
    ) async -> ProviderTokenVerdict {
        guard providerID == "apple.com" else { return .unknownProvider }
        let presented = nonce.map { PresentedNonce.raw($0) } ?? .none
        switch apple.verifyIDToken(token, nonce: presented, audiences: nil, now: now) {
        case .accepted(let verified): return .accepted(verified.claims)
        case .refused(let reasons, let message): return .refused(reasons: reasons, message: message)
        }
    }

    public func profile(
        oauthToken: String, secret: Secret<String>, providerID: String
    ) async -> ProviderProfileVerdict {
        guard providerID == "twitter.com" else { return .unknownProvider }
        switch twitter.profile(oauthToken: oauthToken, secret: secret.reveal()) {
        case .refused(let reason): return .refused(reasons: [reason.code], message: reason.meaning)
        case .known(let account):
            var profile = ProviderProfile(rawID: account.id)
            profile.email = account.email
            profile.displayName = account.name
            profile.screenName = account.screenName
            profile.photoURL = account.profileImageURL
            profile.raw = account.userObject(includesEmail: true)
            return .found(profile)
        }
    }

    // MARK: - In the browser

    public func beginAuthorization(_ request: ProviderAuthorizationRequest) async -> ProviderAuthorization {
        guard let relyingParties else { return .unknownProvider }
        do throws(RelyingFailure) {
            switch request.providerID {
            case "twitter.com":
                let (pair, page) = try await relyingParties.twitter.requestToken(callback: request.callback)
                return .begun(url: page, memory: ProviderMemory(token: pair.token, secret: pair.secret))
            case "apple.com":
                let page = try relyingParties.apple.page(
                    callback: request.callback, state: request.state,
                    nonce: SignInNonce(raw: request.nonce).hash, scopes: request.scopes)
                return .begun(url: page, memory: ProviderMemory(token: nil, secret: request.nonce))
            default: return .unknownProvider
            }
        } catch {
            let (reasons, message) = Self.texts(error)
            return .refused(reasons: reasons, message: message)
        }
    }

    public func finishAuthorization(_ answer: ProviderReturn) async -> ProviderGrant {
        guard let relyingParties else { return Self.refusal(.refused([])) }
        do throws(RelyingFailure) {
            switch answer.providerID {
            case "twitter.com":
                guard let token = answer.memory.token, let verifier = answer.items["oauth_verifier"] else {
                    throw .unreadable
                }
                let access = try await relyingParties.twitter.accessToken(
                    .init(token: token, secret: answer.memory.secret), verifier: verifier)
                return .accessToken(Secret(access.token), secret: access.secret)
            case "apple.com":
                guard let code = answer.items["code"] else { throw .unreadable }
                let token = try await relyingParties.apple.identityToken(code: code, callback: answer.callback)
                return .idToken(token, nonce: answer.memory.secret, user: answer.items["user"])
            default: throw .refused([])
            }
        } catch {
            return Self.refusal(error)
        }
    }

    private static func refusal(_ failure: RelyingFailure) -> ProviderGrant {
        let (reasons, message) = texts(failure)
        return .refused(reasons: reasons, message: message)
    }

    private static func texts(_ failure: RelyingFailure) -> (reasons: [ReasonCode], message: String) {
        let reason: RedirectReason = if case .unreachable = failure { .providerUnreachable } else { .providerRefused }
        return ([reason.code] + failure.reasons, reason.meaning)
    }
}

/// Where browsers and relying parties find the providers.
public struct ProviderHosts: Hashable, Sendable {
    public let apple: WebURL
    public let twitter: WebURL

    package init(apple: WebURL, twitter: WebURL) { (self.apple, self.twitter) = (apple, twitter) }

    /// As virtual hosts of a listener.
    init(of listener: BoundListener) throws(BridgeFailure) {
        apple = try WebURL(listener.origin(host: VirtualHosts.appleHost))
        twitter = try WebURL(listener.origin(host: VirtualHosts.twitterHost))
    }
}

extension SigningKey {
    /// Reads a key from the state directory, or makes one and keeps it there.
    ///
    /// - Throws: `token/unreadable-key` for a file that is none; what reading and writing throw.
    /// - Complexity: making a key takes 50 to 500 ms.
    static func kept(as name: String, in directory: StateDirectory) throws(BridgeFailure) -> SigningKey {
        try directory.withLock(named: name + ".lock") { () throws(BridgeFailure) in
            if let bytes = try directory.read(name) {
                do throws(BridgeFailure) {
                    return try SigningKey(pem: Secret(String(decoding: bytes, as: UTF8.self)))
                } catch {
                    throw error.about(directory.file(name), fix: "move the file away, and a new key is made")
                }
            }
            let key = try SigningKey.generate()
            try directory.write(Array(key.pem.reveal().utf8), to: name, isPrivate: true)
            return key
        }
    }
}
