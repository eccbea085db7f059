public import BridgePrimitives
public import BridgeTrace
import CookieStores
public import HTTPLoader
import Listening
import Tokens

/// The auth service's token keys, fetched as certificates and kept for as long as its `Cache-Control` allows, by the
/// backend's clock, or as wrongly as ``CertificateCaching`` can have it.
///
/// Keys are parsed when they are first seen and kept while the certificate stays the same. One fetch at a time:
/// whoever needs keys meanwhile waits for that one.
public final class CertificateCache: Sendable {
    private struct Certificates: Sendable {
        let pems: [String: String]
        let keys: [String: VerificationKey]
        let fetchedAt: Instant
        let freshUntil: Instant
        /// Counts fetches, so that a reader can tell whether there was one since it looked.
        let generation: Int
    }

    private struct State {
        var certificates: Certificates?
        var fetch: Task<Result<Certificates, Failure>, Never>?
    }

    /// Why there are no keys.
    struct Failure: Error, Hashable {
        let reason: BackendReason
        /// One clause, for the log of the operator; names the address, never a body.
        let cause: String
    }

    /// More keys than any service has at a time.
    private static let mostKeys = 64
    /// Freshness beyond a year is a mistake.
    private static let longestFreshness = 365 * 86_400

    /// Keys to check a token with, and how they were come by.
    struct Keys: Sendable {
        let byID: [String: VerificationKey]
        let origin: CertificateReason
    }

    public let caching: CertificateCaching
    private let url: WebURL
    private let transport: any Transport
    private let trace: TraceLog
    private let clock: WorldClock
    private let state = Mutex(State())

    /// - Parameter url: answers a JSON object of certificates in PEM form by key id, as
    ///   `…/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com` does.
    public init(
        url: WebURL, transport: any Transport, caching: CertificateCaching = .asTold, clock: WorldClock, trace: TraceLog
    ) {
        (self.url, self.caching, self.clock) = (url, caching, clock)
        (self.transport, self.trace) = (transport, trace)
    }

    /// The published keys by key id; from memory while they may be kept and have `keyID` among them.
    ///
    /// A key id that is not among them is, unless the caching says otherwise, reason to fetch once more: keys may have
    /// been rotated.
    func keys(for keyID: String) async -> Result<Keys, Failure> {
        let known = state.withLock { $0.certificates }
        let isKept = known.map(isKept) ?? false
        if let known, isKept, known.keys[keyID] != nil || !caching.refetchesForUnknownKey {
            return .success(Keys(byID: known.keys, origin: isFresh(known) ? .cached : .stale))
        }
        return await fetched(after: known?.generation ?? 0).map {
            Keys(byID: $0.keys, origin: isKept ? .refetched : .fetched)
        }
    }

    private func isKept(_ certificates: Certificates) -> Bool {
        switch caching.keeping {
        case .asTold: isFresh(certificates)
        case .forEver: true
        case .byBatch: isOfTheLastBatch(certificates)
        case .never: false
        }
    }

    private func isOfTheLastBatch(_ certificates: Certificates) -> Bool {
        let now = clock.now(on: .backend)
        return certificates.fetchedAt <= now && now < certificates.fetchedAt + CertificateCaching.batchInterval
    }

    private func isFresh(_ certificates: Certificates) -> Bool {
        let now = clock.now(on: .backend)
        // A clock that was put back says nothing about how old the keys are.
        return certificates.fetchedAt <= now && now < certificates.freshUntil
    }

    // MARK: - Fetching

    /// Certificates that were fetched after those of `generation`.
    private func fetched(after generation: Int) async -> Result<Certificates, Failure> {
        enum Turn {
            case arrived(Certificates)
            case wait(Task<Result<Certificates, Failure>, Never>)
        }
        let turn = state.withLock { state -> Turn in
            if let task = state.fetch { return .wait(task) }
            if let certificates = state.certificates, certificates.generation > generation, isKept(certificates) {
                return .arrived(certificates)
            }
            // Not a child task: it serves all who wait, and one of them being cancelled must not end it for the rest.
            let known = state.certificates
            let task = Task { await self.fetch(replacing: known) }
            state.fetch = task
            return .wait(task)
        }
        switch turn {
        case .arrived(let certificates): return .success(certificates)
        case .wait(let task): return await task.value
        }
    }

    private func fetch(replacing known: Certificates?) async -> Result<Certificates, Failure> {
        let result: Result<Certificates, Failure>
        do { result = .success(try await load(replacing: known)) } catch { result = .failure(error) }
        state.withLock { state in
            if case .success(let certificates) = result { state.certificates = certificates }
            state.fetch = nil
        }
        return result
    }

    private func load(replacing known: Certificates?) async throws(Failure) -> Certificates {
        let response = try await request()
        guard response.status == 200 else {
            throw Failure(reason: .keysUnavailable, cause: "\(url.origin) answered \(response.status)")
        }
        let unreadable = Failure(reason: .keysUnreadable, cause: "\(url.origin) sent no certificates by key id")
        guard let object = (try? JSONValue(parsing: response.body))?.objectValue, object["error"] == nil,
            object.count <= Self.mostKeys
        else { throw unreadable }
        var pems: [String: String] = [:]
        var keys: [String: VerificationKey] = [:]
        for (keyID, value) in object {
            guard let pem = value.stringValue else { throw unreadable }
            let kept = known?.pems[keyID] == pem ? known?.keys[keyID] : nil
            guard let key = kept ?? (try? VerificationKey(certificatePEM: pem)) else { throw unreadable }
            (pems[keyID], keys[keyID]) = (pem, key)
        }
        let now = clock.now(on: .backend)
        return Certificates(
            pems: pems, keys: keys, fetchedAt: now,
            freshUntil: now + .seconds(Self.freshness(of: response.headers)),
            generation: (known?.generation ?? 0) + 1)
    }

    private func request() async throws(Failure) -> HTTPResponse {
        let request = HTTPRequest(url: url, headers: ["Accept": "application/json"])
        do { return try await TracedHop(request, by: .backend, in: trace).perform(over: transport).response } catch {
            throw Failure(reason: .keysUnavailable, cause: error.cause)
        }
    }

    /// Seconds for which an answer may be used: `max-age` less `Age` (RFC 9111 §4.2), none when it does not say or
    /// forbids it.
    static func freshness(of headers: HTTPHeaders) -> Int {
        var lifetime = 0
        for value in headers.all("cache-control") {
            for directive in value.split(separator: UInt8(ascii: ",")) {
                let lowered = ASCIIText.lowercased(ASCIIText.trimmed(directive))
                if lowered == "no-store" || lowered == "no-cache" { return 0 }
                let name = "max-age="
                if lowered.hasPrefix(name) { lifetime = seconds(Array(lowered.utf8)[name.utf8.count...]) ?? 0 }
            }
        }
        let age = headers.all("age").first.flatMap { seconds($0[...]) } ?? 0
        return max(0, min(lifetime, longestFreshness) - age)
    }

    /// A whole number of seconds, at most what a year has; nil for anything else.
    private static func seconds(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty else { return nil }
        var value = 0
        for byte in bytes {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = min(value * 10 + Int(byte - 0x30), longestFreshness)
        }
        return value
    }
}
