import BridgePrimitives
import BridgeTrace
import SimulatedDevice

/// Whose session it is, and where it is kept.
extension Auth {
    /// Reads the keychain, as the SDK does when an app is configured.
    func restore() {
        guard let storage else { return }
        let group = storage.storedAccessGroup
        state.withLock { $0.accessGroup = group }
        load(from: storage, group: group, mayWait: true)
    }

    /// - Parameter mayWait: whether to come back when a locked device is unlocked.
    private func load(from storage: UserStorage, group: String?, mayWait: Bool) {
        switch storage.load(accessGroup: group) {
        case .user(let session):
            state.withLock { state in
                state.session = session
                // Only the app's own user brings its tenant along.
                if group == nil, let tenant = session.profile.tenantID { state.tenantID = tenant }
            }
            sessionChanged()
        case .nobody(let reason):
            if let reason { record(.refused, uid: nil, reasons: [reason]) }
        case .locked:
            record(.refused, uid: nil, reasons: [ClientReason.waitingForUnlock.code])
            guard mayWait else { return }
            // Owned by the environment; the client is not kept alive for it.
            environment.tasks.start(.unlock) { [weak self] in
                await storage.waitForProtectedData()
                guard let self, !Task.isCancelled, self.session == nil else { return }
                self.load(from: storage, group: self.state.withLock { $0.accessGroup }, mayWait: false)
            }
        }
    }

    /// Makes the session the current one.
    ///
    /// - Throws: `keychainError` when the keychain refuses; then nothing changes.
    func become(_ session: UserSession) throws(AuthError) {
        let (tenant, group) = state.withLock { ($0.tenantID, $0.accessGroup) }
        guard session.profile.tenantID == tenant else { throw AuthError(.tenantIDMismatch) }
        if let refusal = storage?.save(session, accessGroup: group) { throw Self.keychainError(refusal) }
        state.withLock { $0.session = session }
        sessionChanged()
    }

    /// Keeps what changed, unless somebody else is signed in by now.
    ///
    /// - Throws: `keychainError` when the keychain refuses.
    func save(_ session: UserSession) throws(AuthError) {
        let (current, group) = state.withLock { ($0.session, $0.accessGroup) }
        guard current === session else { return }
        if let refusal = storage?.save(session, accessGroup: group) { throw Self.keychainError(refusal) }
        sessionChanged()
    }

    /// Signs the user out after an error that says the session is over; passes the error on.
    func judged(_ error: AuthError, of session: UserSession) -> AuthError {
        guard error.endsSession(on: configuration.platform) else { return error }
        if end(session, force: true) == nil {
            record(.signedOut, uid: session.profile.uid, reasons: [error.authCode.reason.code])
        }
        return error
    }

    /// Ends the session if it is the current one.
    ///
    /// - Parameter force: whether to go on when the keychain keeps its item.
    /// - Returns: nil when it has ended.
    func end(_ session: UserSession, force: Bool) -> SessionEndRefusal? {
        let (current, group) = state.withLock { ($0.session, $0.accessGroup) }
        guard current === session else { return .notCurrent }
        if let refusal = storage?.remove(accessGroup: group), !force { return .keychain(refusal) }
        let ended = state.withLock { state in
            guard state.session === session else { return false }
            state.session = nil
            return true
        }
        guard ended else { return .notCurrent }
        sessionChanged()
        return nil
    }

    enum SessionEndRefusal: Sendable {
        case notCurrent
        case keychain(KeychainReason)
    }

    /// Forgets the user here. The service is not told: its tokens stay good until they expire.
    ///
    /// Without a user nothing happens.
    /// - Throws: `keychainError` when the keychain keeps its item; then the user stays.
    public func signOut() throws {
        guard let session else { return }
        switch end(session, force: false) {
        case nil: record(.signedOut, uid: session.profile.uid)
        case .notCurrent: return
        case .keychain(let refusal): throw Self.keychainError(refusal)
        }
    }

    /// Makes another user of this project the current one.
    ///
    /// - Throws: `nullUser` for nil, `tenantIDMismatch` for another tenant's user.
    public func updateCurrentUser(_ user: User?) async throws {
        guard let user else { throw AuthError(.nullUser) }
        guard user.auth.configuration.apiKey == configuration.apiKey else { throw AuthError(.invalidUserToken) }
        try become(user.session)
    }

    public func updateCurrentUser(_ user: User?, completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        environment.complete(completion) { try await self.updateCurrentUser(user) }
    }

    /// Keeps the user where other apps of the access group find it; nil keeps it for this app alone.
    ///
    /// The user who is stored there becomes the current one. The choice is remembered.
    /// - Throws: `keychainError` when the app does not belong to the group; then nothing changes.
    public func useUserAccessGroup(_ accessGroup: String?) throws {
        guard let storage else { return }
        let loaded = storage.load(accessGroup: accessGroup)
        switch loaded {
        case .user(let session): state.withLock { $0.session = session }
        case .nobody(nil): state.withLock { $0.session = nil }
        case .nobody(let reason): throw AuthError(.keychainError, keychainReason: reason)
        case .locked: throw AuthError(.keychainError, reason: .waitingForUnlock)
        }
        let before = state.withLock { state in
            defer { state.accessGroup = accessGroup }
            return state.accessGroup
        }
        storage.storeAccessGroup(accessGroup)
        if before == nil, accessGroup != nil { _ = storage.remove(accessGroup: nil) }
        sessionChanged()
    }

    /// The user whom other apps of the group keep there; nil when there is none. The current user stays.
    ///
    /// - Throws: `keychainError` when the app does not belong to the group.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        switch storage?.load(accessGroup: accessGroup) {
        case .user(let stored): user(of: stored)
        case .nobody(nil), nil: nil
        case .nobody(let reason): throw AuthError(.keychainError, keychainReason: reason)
        case .locked: throw AuthError(.keychainError, reason: .waitingForUnlock)
        }
    }

    /// The access group in use; nil for the app's own.
    public var userAccessGroup: String? { state.withLock { $0.accessGroup } }

    // MARK: - The end

    /// The process is over: no listener is called any more, and what is stored stays.
    func retire() {
        let refresh = state.withLock { state in
            (state.listeners, state.isRetired) = ([], true)
            defer { state.automaticRefresh = nil }
            return state.automaticRefresh?.task
        }
        refresh?.cancel()
    }

    /// The app was deleted: its user goes too.
    ///
    /// - Returns: whether the keychain let go of it.
    func retireForGood() -> Bool {
        let refusal = storage?.remove(accessGroup: state.withLock { $0.accessGroup })
        state.withLock { $0.session = nil }
        retire()
        return refusal == nil
    }

    private static func keychainError(_ reason: KeychainReason) -> AuthError {
        AuthError(.keychainError, message: reason.meaning, keychainReason: reason.code)
    }

    /// What follows every change of the session: announcements, and the clock of automatic refreshes.
    private func sessionChanged() {
        announceChange()
        scheduleAutomaticRefresh()
    }
}
