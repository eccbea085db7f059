import AuthEmulator
import BridgePrimitives
import BridgeTrace
import IdentityProviders
import Listening
import Tokens

/// The identity providers of a world, and what they tell its auth service.
struct SimulatedProviders: IdentityProviderDirectory {
    let apple: AppleProvider
    let twitter: TwitterProvider
    /// The app that Twitter knows.
    let twitterConsumer: TwitterConsumer

    /// - Parameter ids: gives accounts, codes and tokens: one seed, the same ones.
    init(appleKey: SigningKey, ids: IdentitySource, masking: Masking) {
        apple = AppleProvider(
            accounts: AppleAccount.samples(from: ids), clients: .anyone(teamID: "TEAM123456"), key: appleKey, ids: ids)
        twitterConsumer = TwitterConsumer(
            key: ids.alphanumeric(count: 25), secret: Secret(ids.alphanumeric(count: 50)), name: "The sample app")
        twitter = TwitterProvider(
            accounts: TwitterAccount.samples(from: ids), consumers: [twitterConsumer], ids: ids, masking: masking)
    }

    /// Consents, codes and tokens are gone, as after a first start; accounts stay.
    func reset() {
        apple.reset()
        twitter.reset()
    }

    func verifyIDToken(
        _ token: String, providerID: String, nonce: String?, now: Instant
    ) async -> ProviderTokenVerdict {
        guard providerID == "apple.com" else { return .unknownProvider }
        let presented = nonce.map { PresentedNonce.raw($0) } ?? .none
        switch apple.verifyIDToken(token, nonce: presented, audiences: nil, now: now) {
        case .accepted(let verified): return .accepted(verified.claims)
        case .refused(let reasons, let message): return .refused(reasons: reasons, message: message)
        }
    }

    func profile(oauthToken: String, secret: Secret<String>, providerID: String) async -> ProviderProfileVerdict {
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
}

extension SigningKey {
    /// Reads a key from the state directory, or makes one and keeps it there.
    ///
    /// - Throws: `token/unreadable-key` for a file that is none; what reading and writing throw.
    /// - Complexity: making a key takes 50 to 500 ms.
    static func kept(as name: String, in directory: StateDirectory) throws(BridgeFailure) -> SigningKey {
        try directory.withLock(named: name + ".lock") { () throws(BridgeFailure) in
            if let bytes = try directory.read(name) {
                return try SigningKey(pem: Secret(String(decoding: bytes, as: UTF8.self)))
            }
            let key = try SigningKey.generate()
            try directory.write(Array(key.pem.reveal().utf8), to: name, isPrivate: true)
            return key
        }
    }
}
