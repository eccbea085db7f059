public import Foundation
import BridgePrimitives
import BridgeTrace

/// Reading the account again, changing it, deleting it.
extension User {
    /// Fetches the profile again.
    public func reload() async throws { try await auth.operate(on: session) { _ throws(AuthError) in } }

    /// Deletes the account, and signs out.
    ///
    /// - Throws: `requiresRecentLogin` when the sign-in is more than five minutes old.
    public func delete() async throws {
        let token = try await getIDToken()
        do throws(AuthError) {
            _ = try await auth.perform(
                .delete, JSONObject([("localId", .string(uid)), ("idToken", .string(token))]))
        } catch { throw auth.judged(error, of: session) }
        auth.record(.deleted, uid: uid)
        _ = auth.end(session, force: true)
    }

    /// Changes the address; it is not verified then.
    public func updateEmail(to email: String) async throws {
        try await update([("email", .string(email))]) { $0.email = email }
    }

    /// - Throws: `weakPassword` for an empty one, before anything is sent.
    public func updatePassword(to password: String) async throws {
        guard !password.isEmpty else { throw AuthError(.weakPassword, message: "Missing Password") }
        try await update([("password", .string(password))]) { _ in }
    }

    /// Takes the number of a code that came to it.
    public func updatePhoneNumber(_ phoneNumberCredential: PhoneAuthCredential) async throws {
        try await auth.operate(on: session) { token throws(AuthError) in
            let reply = try await auth.exchange(phoneNumberCredential, for: .update, idToken: token)
            auth.adopt(reply, in: session)
        } after: {
            .lookUp
        }
    }

    /// Changes display name and photo; see ``UserProfileChangeRequest/commitChanges()``.
    public func createProfileChangeRequest() -> UserProfileChangeRequest { UserProfileChangeRequest(user: self) }

    func update(_ changes: [(String, JSONValue)], _ apply: @escaping (inout UserProfile) -> Void)
        async throws(AuthError)
    {
        let hadPassword = profile.hasPassword
        // As in the SDK: look, change, and look again if the change gave the account its first password.
        try await auth.operate(on: session, lookingFirst: true) { token throws(AuthError) in
            var members = JSONObject([("idToken", .string(token)), ("returnSecureToken", true)])
            for (name, value) in changes { members[name] = value }
            let reply = try await auth.perform(.update, members)
            auth.adopt(reply, in: session)
            session.state.withLock { state in
                apply(&state.profile)
                if let verified = reply["emailVerified"]?.boolValue { state.profile.isEmailVerified = verified }
            }
        } after: {
            hadPassword ? .nothing : .lookUp
        }
        auth.record(.updated, uid: uid)
    }

    /// Sends a mail that verifies the address.
    public func sendEmailVerification(with actionCodeSettings: ActionCodeSettings? = nil) async throws {
        try await sendCode("VERIFY_EMAIL", JSONObject(), actionCodeSettings)
    }

    /// Sends a mail to the new address; the account takes it when the link in it is opened.
    public func sendEmailVerification(
        beforeUpdatingEmail email: String, actionCodeSettings: ActionCodeSettings? = nil
    ) async throws {
        try await sendCode("VERIFY_AND_CHANGE_EMAIL", JSONObject([("newEmail", .string(email))]), actionCodeSettings)
    }

    private func sendCode(
        _ type: String, _ members: JSONObject, _ settings: ActionCodeSettings?
    ) async throws(AuthError) {
        let token = try await auth.idToken(of: session, forcingRefresh: false)
        var members = members
        members["idToken"] = .string(token)
        do throws(AuthError) { try await auth.sendCode(type, members, settings) } catch {
            throw auth.judged(error, of: session)
        }
    }
}

extension Auth {
    enum AfterOperation { case nothing, lookUp }

    /// Does something to a user's account, with its token, and keeps what changed.
    ///
    /// - Parameters:
    ///   - lookingFirst: whether the profile is fetched before, as the SDK does for edits.
    ///   - after: what follows.
    func operate(
        on session: UserSession, lookingFirst: Bool = false, _ body: (String) async throws(AuthError) -> Void,
        after: () -> AfterOperation = { .lookUp }
    ) async throws(AuthError) {
        let token = try await idToken(of: session, forcingRefresh: false)
        do throws(AuthError) {
            if lookingFirst { try await reload(session, token) }
            try await body(token)
            if case .lookUp = after() {
                try await reload(session, try await idToken(of: session, forcingRefresh: false))
            }
        } catch { throw judged(error, of: session) }
        try save(session)
    }

    /// Asks the service for the user that was stored, as the JavaScript SDK does when its page loads: only where the
    /// service cannot be reached does the user stay whatever is answered.
    package func confirmStoredUser() async {
        guard let session else { return }
        do throws(AuthError) {
            try await operate(on: session) { _ throws(AuthError) in }
        } catch {
            guard error.authCode != .networkError, end(session, force: true) == nil else { return }
            record(.signedOut, uid: session.profile.uid, reasons: error.reasons)
        }
    }

    func reload(_ session: UserSession, _ token: String) async throws(AuthError) {
        let profile = try await lookUp(Secret(token), known: session.profile)
        session.state.withLock { $0.profile = profile }
    }

    /// Takes over the tokens of a reply, when it brought any.
    @discardableResult
    func adopt(_ reply: JSONObject, in session: UserSession) -> Bool {
        guard let tokens = SessionTokens(signIn: reply, now: now) else { return false }
        session.state.withLock { $0.tokens = tokens }
        return true
    }
}

/// Changes of display name and photo, sent together.
public final class UserProfileChangeRequest: Sendable {
    private struct Changes {
        var displayName: String?
        var photoURL: URL?
        var setsDisplayName = false
        var setsPhotoURL = false
    }

    private let user: User
    private let changes = Mutex(Changes())

    init(user: User) { self.user = user }

    public var displayName: String? {
        get { changes.withLock { $0.setsDisplayName ? $0.displayName : user.displayName } }
        set { changes.withLock { ($0.displayName, $0.setsDisplayName) = (newValue, true) } }
    }

    public var photoURL: URL? {
        get { changes.withLock { $0.setsPhotoURL ? $0.photoURL : user.photoURL } }
        set { changes.withLock { ($0.photoURL, $0.setsPhotoURL) = (newValue, true) } }
    }

    /// Sends what was set; without changes nothing is sent.
    public func commitChanges() async throws {
        let (name, photo, setsName, setsPhoto) = changes.withLock {
            ($0.displayName, $0.photoURL?.absoluteString, $0.setsDisplayName, $0.setsPhotoURL)
        }
        guard setsName || setsPhoto else { return }
        var members: [(String, JSONValue)] = []
        // An empty text takes the value away.
        if setsName { members.append(("displayName", .string(name ?? ""))) }
        if setsPhoto { members.append(("photoUrl", .string(photo ?? ""))) }
        try await user.update(members) { profile in
            if setsName { profile.displayName = name }
            if setsPhoto { profile.photoURL = photo }
        }
    }

    public func commitChanges(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        user.auth.environment.complete(completion) { try await self.commitChanges() }
    }
}
