public import BridgePrimitives
import Crypto
public import Listening
import Synchronization
public import Tokens

/// The keys of the auth service: what signs ID tokens now, what signed them before, and the secret behind refresh
/// tokens. Made once and kept, so that tokens outlive a restart.
public final class KeyRing: Sendable {
    private struct State {
        let current: SigningKey
        /// Still published, no longer used to sign.
        let previous: SigningKey?
        let verificationKeys: [String: VerificationKey]
        /// By key id; made when first asked for.
        var certificates: [String: String] = [:]

        init(_ current: SigningKey, _ previous: SigningKey?) {
            (self.current, self.previous) = (current, previous)
            var keys = [current.keyID: current.verificationKey]
            if let previous { keys[previous.keyID] = previous.verificationKey }
            verificationKeys = keys
        }
    }

    /// Signs what refresh tokens say; never leaves the service.
    let sessionKey: SymmetricKey
    /// What signs, kept apart so that no lock is held while it does.
    private let state: Mutex<State>
    private let directory: StateDirectory?

    /// Keys for this process only.
    ///
    /// - Parameter current: what signs; nil to make it, which takes 50 to 500 ms.
    public convenience init(current: SigningKey? = nil) throws(BridgeFailure) {
        let key = if let current { current } else { try SigningKey.generate() }
        self.init(State(key, nil), sessionKey: SymmetricKey(size: .bits256), directory: nil)
    }

    /// Reads the keys from the state directory, or makes them and keeps them there.
    ///
    /// - Throws: `state/unreadable-keys` when the file is no key ring; what reading and writing throw.
    public convenience init(in directory: StateDirectory) throws(BridgeFailure) {
        let (state, sessionKey) = try directory.withLock(named: Self.fileName + ".lock") { () throws(BridgeFailure) in
            if let bytes = try directory.read(Self.fileName) {
                return try Self.decode(bytes, path: directory.file(Self.fileName))
            }
            let made = (State(try SigningKey.generate(), nil), SymmetricKey(size: .bits256))
            try directory.write(Self.encode(made.0, sessionKey: made.1), to: Self.fileName, isPrivate: true)
            return made
        }
        self.init(state, sessionKey: sessionKey, directory: directory)
    }

    private init(_ state: State, sessionKey: SymmetricKey, directory: StateDirectory?) {
        (self.sessionKey, self.directory) = (sessionKey, directory)
        self.state = Mutex(state)
    }

    private static let fileName = "auth-keys.json"

    /// What signs now.
    public var current: SigningKey { state.withLock { $0.current } }

    /// What verifiers should know, the current one first.
    public var published: [SigningKey] { state.withLock { [$0.current] + [$0.previous].compactMap(\.self) } }

    /// The public halves, by key id.
    public var verificationKeys: [String: VerificationKey] { state.withLock { $0.verificationKeys } }

    /// Signs with a new key from now on.
    ///
    /// - Parameter droppingOld: whether tokens of the key before are refused at once, instead of until the next turn.
    /// - Complexity: makes an RSA key: 50 to 500 ms.
    public func rotate(droppingOld: Bool) throws(BridgeFailure) {
        let next = State(try SigningKey.generate(), droppingOld ? nil : current)
        try directory?.write(Self.encode(next, sessionKey: sessionKey), to: Self.fileName, isPrivate: true)
        state.withLock { $0 = next }
    }

    /// x509 certificates in PEM form by key id, as Google publishes its keys.
    public func certificates() throws(BridgeFailure) -> JSONObject {
        var object = JSONObject()
        for key in published { object[key.keyID] = .string(try certificate(for: key)) }
        return object
    }

    private func certificate(for key: SigningKey) throws(BridgeFailure) -> String {
        if let made = state.withLock({ $0.certificates[key.keyID] }) { return made }
        let certificate = try key.publishedCertificate(commonName: "securetoken.system.gserviceaccount.com")
        state.withLock { $0.certificates[key.keyID] = certificate }
        return certificate
    }

    // MARK: - How it is kept

    private static func encode(_ state: State, sessionKey: SymmetricKey) -> [UInt8] {
        let keys = [state.current] + [state.previous].compactMap(\.self)
        let value: JSONValue = [
            "keys": .array(keys.map { ["keyID": .string($0.keyID), "privateKey": .string($0.pem.reveal())] }),
            "sessionKey": .string(sessionKey.withUnsafeBytes { Base64URL.encode(Array($0)) }),
        ]
        return value.bytes(indented: true)
    }

    private static func decode(_ bytes: [UInt8], path: String) throws(BridgeFailure) -> (State, SymmetricKey) {
        let unreadable = BridgeFailure(
            .unreadableInput, code: "state/unreadable-keys", cause: "the auth service's keys in \(path) are damaged",
            mend: "remove it, and new keys are made; tokens of the old ones are then worth nothing")
        guard let value = try? JSONValue(parsing: bytes), let rows = value["keys"]?.arrayValue,
            let secret = value["sessionKey"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) }), secret.count == 32
        else { throw unreadable }
        var keys: [SigningKey] = []
        for row in rows.prefix(2) {
            guard let pem = row["privateKey"]?.stringValue, let keyID = row["keyID"]?.stringValue else {
                throw unreadable
            }
            keys.append(try SigningKey(pem: Secret(pem), keyID: keyID))
        }
        guard let current = keys.first else { throw unreadable }
        return (State(current, keys.dropFirst().first), SymmetricKey(data: secret))
    }
}

extension SigningKey {
    /// Valid throughout this century: the world's clock may stand anywhere, and nobody asks a certificate for the
    /// time who was given it as a key.
    func publishedCertificate(commonName: String) throws(BridgeFailure) -> String {
        let start = Instant(secondsSinceEpoch: 946_684_800)
        return try certificatePEM(commonName: commonName, validFrom: start, for: .seconds(36_525 * 86_400))
    }
}
