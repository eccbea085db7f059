import BridgePrimitives
import Crypto

/// Sign-ins whose user is at a provider's page: a state machine without clock, ids or sockets.
///
/// Each is begun once, called back once and redeemed once; those that are over are remembered for a while, so that a
/// second callback is told from a foreign one.
struct RedirectSignIns: Sendable {
    enum Phase: Hashable, Sendable { case atProvider, returned, over }

    struct SignIn: Sendable {
        let providerID: String
        /// What the handler was given: the app's session, or its hash.
        let session: String
        let app: AppCallback
        /// Where the provider sends the browser.
        let callback: String
        let memory: ProviderMemory
        let begun: Instant
        var phase = Phase.atProvider
    }

    /// How long a user may take.
    static let lifetime = Duration.seconds(15 * 60)
    /// How many sign-ins are remembered: anybody can begin one.
    static let most = 1000

    private var signIns: [String: SignIn] = [:]

    /// - Complexity: O(n) once there are too many.
    mutating func begin(_ signIn: SignIn, state: String) {
        if signIns.count >= Self.most {
            let oldest = signIns.sorted { ($0.value.begun, $0.key) < ($1.value.begun, $1.key) }
            for (state, _) in oldest.prefix(Self.most / 10) { signIns[state] = nil }
        }
        signIns[state] = signIn
    }

    /// Whom a callback is about, also when it is of no use any more; nil for a foreign one.
    func app(behind state: String) -> AppCallback? { signIns[state]?.app }

    /// The browser is back from the provider.
    ///
    /// - Parameter items: what the provider added to the callback.
    /// - Returns: the sign-in, which waits to be redeemed now.
    mutating func receive(
        _ state: String, items: [String: String], now: Instant
    ) throws(RedirectRefusal) -> SignIn {
        guard var signIn = signIns[state] else { throw RedirectRefusal(.stateUnknown) }
        guard signIn.phase == .atProvider else { throw RedirectRefusal(.stateUsed) }
        guard now < signIn.begun + Self.lifetime else { throw RedirectRefusal(.stateExpired) }
        // Twitter says `denied=TOKEN` where it says `oauth_token=TOKEN` otherwise.
        if let token = signIn.memory.token {
            guard let named = items["oauth_token"] ?? items["denied"], token.utf8.elementsEqual(named.utf8) else {
                throw RedirectRefusal(.tokenDiffers)
            }
        }
        let error = items["error"]
        let isDenied = items["denied"] != nil || error == "access_denied" || error == "user_cancelled_authorize"
        signIn.phase = isDenied || error != nil ? .over : .returned
        signIns[state] = signIn
        if isDenied { throw RedirectRefusal(.denied) }
        if error != nil { throw RedirectRefusal(.providerRefused) }
        return signIn
    }

    /// The app comes with the link that its callback carried.
    ///
    /// - Parameter checksSession: whether the session must be the one that the sign-in was begun with. A link in wrong
    ///   hands stays good for the right ones.
    /// - Returns: the sign-in, which is over now.
    mutating func redeem(
        _ state: String, sessionID: String?, providerID: String, checksSession: Bool, now: Instant
    ) throws(RedirectRefusal) -> SignIn {
        guard let signIn = signIns[state] else { throw RedirectRefusal(.stateUnknown) }
        guard signIn.providerID == providerID else { throw RedirectRefusal(.providerDiffers) }
        if checksSession, let reason = Self.fault(of: sessionID, against: signIn.session) {
            throw RedirectRefusal(reason)
        }
        switch signIn.phase {
        case .atProvider: throw RedirectRefusal(.notReturned)
        case .over: throw RedirectRefusal(.linkUsed)
        case .returned: break
        }
        guard now < signIn.begun + Self.lifetime else { throw RedirectRefusal(.stateExpired) }
        signIns[state]?.phase = .over
        return signIn
    }

    /// The SDKs for apps give the handler the SHA-256 of the session, so that whoever sees the address cannot end the
    /// sign-in; others give it the session itself.
    private static func fault(of sessionID: String?, against begun: String) -> RedirectReason? {
        guard let sessionID else { return .sessionMissing }
        let begun = Array(begun.utf8), sent = Array(sessionID.utf8)
        if constantTimeEqual(Array(Hexadecimal.text(SHA256.hash(data: sent)).utf8), begun) { return nil }
        guard constantTimeEqual(sent, begun) else { return .sessionDiffers }
        return Hexadecimal.looksLikeSHA256(begun) ? .sessionHashSent : nil
    }
}

/// A step of a sign-in in the browser that leads nowhere.
struct RedirectRefusal: Error, Hashable, Sendable {
    let reason: RedirectReason
    /// The provider's own reasons.
    let causes: [ReasonCode]

    init(_ reason: RedirectReason, causes: [ReasonCode] = []) { (self.reason, self.causes) = (reason, causes) }

    var reasons: [ReasonCode] { [reason.code] + causes.filter { $0 != reason.code } }
}

/// The link of an app's callback, as it comes back in `requestUri`: which sign-in, and what the provider added.
struct RedirectLink: Hashable, Sendable {
    /// What providers add to a callback, and what the link carries on.
    static let names = ["oauth_token", "oauth_verifier", "denied", "code", "user", "error"]

    let state: String
    let items: [String: String]

    /// Nil for items of no sign-in in the browser.
    init?(items: [String: String]) {
        guard let state = items["state"], !state.isEmpty else { return nil }
        self.state = state
        self.items = items.filter { Self.names.contains($0.key) }
    }

    /// The link itself.
    func url(origin: String, providerID: String) -> String {
        let added = Self.names.compactMap { name in items[name].map { (name, $0) } }
        let query = ([("providerId", providerID), ("state", state)] + added)
            .map { "\($0.0)=\(PercentEncoding.encode($0.1))" }.joined(separator: "&")
        return "\(origin)\(RedirectPage.path)?\(query)"
    }
}
