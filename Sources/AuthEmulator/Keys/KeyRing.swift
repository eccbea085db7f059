public import BridgePrimitives
import Crypto
public import Listening
public import Tokens

/// The keys of the auth service: what signs ID tokens now, what signed them before, and the secret behind refresh
/// tokens. Made once and kept, so that tokens outlive a restart.
public final class KeyRing: Sendable {
    /// A key that no longer signs, and is published until its time.
    private struct Retired {
        let key: SigningKey
        let until: Instant
    }

    private struct State {
        let current: SigningKey
        /// Latest first.
        let retired: [Retired]
        /// Of all keys, whatever the time.
        let verificationKeys: [String: VerificationKey]
        /// When the first of them is to go.
        let firstEnd: Instant

        init(_ current: SigningKey, _ retired: [Retired]) {
            (self.current, self.retired) = (current, retired)
            var keys = [current.keyID: current.verificationKey]
            for old in retired { keys[old.key.keyID] = old.key.verificationKey }
            verificationKeys = keys
            firstEnd = retired.map(\.until).min() ?? Instant(millisecondsSinceEpoch: .max)
        }

        func retired(at now: Instant) -> [SigningKey] { retired.filter { now < $0.until }.map(\.key) }
    }

    /// How long a key is published after it signed for the last time: what it signed lasts up to two weeks (session
    /// cookies), and caches may ask six hours late.
    public static let retention = Duration.seconds(14 * 86_400 + 21_600)
    /// Keys kept at most besides the current one.
    private static let retiredLimit = 8

    /// Signs what refresh tokens say; never leaves the service.
    let sessionKey: SymmetricKey
    /// What signs, kept apart so that no lock is held while it does.
    private let state: Mutex<State>
    /// One for all copies: each certificate costs a signature.
    private let certificates: PublishedCertificates
    private let directory: StateDirectory?

    /// Keys for this process only.
    ///
    /// - Parameter current: what signs; nil to make it, which takes 50 to 500 ms.
    public convenience init(current: SigningKey? = nil) throws(BridgeFailure) {
        let key = if let current { current } else { try SigningKey.generate() }
        self.init(State(key, []), sessionKey: SymmetricKey(size: .bits256), directory: nil)
    }

    /// Reads the keys from the state directory, or makes them and keeps them there.
    ///
    /// - Throws: `state/unreadable-keys` when the file is no key ring; what reading and writing throw.
    public convenience init(in directory: StateDirectory) throws(BridgeFailure) {
        let (state, sessionKey) = try directory.withLock(named: Self.fileName + ".lock") { () throws(BridgeFailure) in
            if let bytes = try directory.read(Self.fileName) {
                return try Self.decode(bytes, path: directory.file(Self.fileName))
            }
            let made = (State(try SigningKey.generate(), []), SymmetricKey(size: .bits256))
            try directory.write(Self.encode(made.0, sessionKey: made.1), to: Self.fileName, isPrivate: true)
            return made
        }
        self.init(state, sessionKey: sessionKey, directory: directory)
    }

    /// A ring with the same keys in memory only: what is rotated there is not rotated here.
    public var copy: KeyRing {
        KeyRing(state.withLock { $0 }, sessionKey: sessionKey, certificates: certificates, directory: nil)
    }

    private init(
        _ state: State, sessionKey: SymmetricKey, certificates: PublishedCertificates = PublishedCertificates(),
        directory: StateDirectory?
    ) {
        (self.sessionKey, self.certificates, self.directory) = (sessionKey, certificates, directory)
        self.state = Mutex(state)
    }

    private static let fileName = "auth-keys.json"

    /// The key that signs new tokens.
    public var current: SigningKey { state.withLock { $0.current } }

    /// What verifiers should know, the current one first.
    public func published(at now: Instant) -> [SigningKey] {
        state.withLock { [$0.current] + $0.retired(at: now) }
    }

    /// The public halves, by key id.
    public func verificationKeys(at now: Instant) -> [String: VerificationKey] {
        let (keys, firstEnd) = state.withLock { ($0.verificationKeys, $0.firstEnd) }
        guard now >= firstEnd else { return keys }
        let ids = Set(published(at: now).map(\.keyID))
        return keys.filter { ids.contains($0.key) }
    }

    /// Signs with a new key from now on.
    ///
    /// - Parameter droppingOld: whether tokens of all keys before are refused at once, instead of after ``retention``.
    /// - Complexity: makes an RSA key: 50 to 500 ms.
    public func rotate(droppingOld: Bool, now: Instant) throws(BridgeFailure) {
        let before = state.withLock { ($0.current, $0.retired) }
        let kept = [Retired(key: before.0, until: now + Self.retention)] + before.1.filter { now < $0.until }
        let next = State(try SigningKey.generate(), droppingOld ? [] : Array(kept.prefix(Self.retiredLimit)))
        try directory?.write(Self.encode(next, sessionKey: sessionKey), to: Self.fileName, isPrivate: true)
        state.withLock { $0 = next }
    }

    /// x509 certificates in PEM form by key id, as Google publishes its keys.
    public func certificates(at now: Instant) throws(BridgeFailure) -> JSONObject {
        var object = JSONObject()
        for key in published(at: now) { object[key.keyID] = .string(try certificates.certificate(for: key)) }
        return object
    }

    // MARK: - How it is kept

    private static func encode(_ state: State, sessionKey: SymmetricKey) -> [UInt8] {
        func row(_ key: SigningKey) -> JSONObject {
            JSONObject([("keyID", .string(key.keyID)), ("privateKey", .string(key.pem.reveal()))])
        }
        let retired = state.retired.map { old in
            var row = row(old.key)
            row["until"] = .integer(old.until.millisecondsSinceEpoch)
            return row
        }
        let value: JSONValue = [
            "keys": .array(([row(state.current)] + retired).map { .object($0) }),
            "sessionKey": .string(sessionKey.withUnsafeBytes { Base64URL.encode(Array($0)) }),
        ]
        return value.bytes(indented: true)
    }

    private static func decode(_ bytes: [UInt8], path: String) throws(BridgeFailure) -> (State, SymmetricKey) {
        let unreadable = BridgeFailure(
            AuthServiceReason.unreadableKeys, cause: "the auth service's keys in \(path) are damaged")
        guard let value = try? JSONValue(parsing: bytes), let rows = value["keys"]?.arrayValue,
            let secret = value["sessionKey"]?.stringValue.flatMap({ Base64URL.decode($0.utf8) }), secret.count == 32
        else { throw unreadable }
        var keys: [Retired] = []
        for row in rows.prefix(1 + retiredLimit) {
            guard let pem = row["privateKey"]?.stringValue, let keyID = row["keyID"]?.stringValue else {
                throw unreadable
            }
            // A file of before has no times: its old key stays until it is dropped.
            let until = row["until"]?.integerValue ?? .max
            let key: SigningKey
            do { key = try SigningKey(pem: Secret(pem), keyID: keyID) } catch { throw unreadable }
            keys.append(Retired(key: key, until: Instant(millisecondsSinceEpoch: until)))
        }
        guard let current = keys.first?.key else { throw unreadable }
        return (State(current, Array(keys.dropFirst())), SymmetricKey(data: secret))
    }
}
