/// Game Center, whose credential is the local player's signature.
public enum GameCenterAuthProvider: Sendable {
    public static let id = AuthProviderID.gameCenter.rawValue

    /// - Throws: `gameKitNotLinked`, always: there is no GameKit here, and the SDK looks for that before the player.
    public static func getCredential() async throws -> AuthCredential { throw AuthError(.gameKitNotLinked) }
}
