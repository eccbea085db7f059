import BridgePrimitives

/// The passkeys that a device keeps for all its apps, as its password manager does: they outlive the app, and no app sees
/// their keys. A service of the device.
public final class DevicePasskeys: Sendable {
    private struct State {
        var authenticator = VirtualAuthenticator()
        var generator: SeededGenerator
    }

    private let state: Mutex<State>

    /// - Parameter seed: what keys and ids are made from; the same seed makes the same ones.
    public init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed: seed))) }

    /// Makes a key, with the owner in front of the device.
    ///
    /// - Throws: `passkey/…` of ``PasskeyRefusal``.
    public func register(_ options: PasskeyCreationOptions) throws(PasskeyRefusal) -> PasskeyRegistration {
        try state.withLock { state throws(PasskeyRefusal) in
            var generator = state.generator
            defer { state.generator = generator }
            return try state.authenticator.register(options) { count in
                (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            }
        }
    }

    /// Signs with the latest key of the relying party.
    ///
    /// - Throws: `passkey/no-credential` where there is none.
    public func signIn(_ options: PasskeyRequestOptions) throws(PasskeyRefusal) -> PasskeyAssertion {
        try state.withLock { state throws(PasskeyRefusal) in try state.authenticator.signIn(options) }
    }
}
