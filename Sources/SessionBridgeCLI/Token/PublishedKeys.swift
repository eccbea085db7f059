import AuthEmulator
import BridgePrimitives
import Files
import HTTPLoader
import Listening
import Tokens

/// Public keys as they are published, read from a file or a URL.
struct PublishedKeys: Sendable {
    /// By key id; a PEM file's have none.
    let byID: [String: VerificationKey]
    let nameless: [VerificationKey]

    private static let sizeLimit = 1 << 20
    /// More keys than any service has at a time.
    private static let mostKeys = 64

    /// - Parameter place: a file, `-` for standard input, or an `http` or `https` URL.
    /// - Throws: `token/unreadable-certificates` or `token/certificates-not-fetched`.
    static func read(
        _ place: String, over transport: () throws -> any Transport
    ) async throws -> PublishedKeys {
        guard place.hasPrefix("http://") || place.hasPrefix("https://") else {
            let bytes: [UInt8]
            do { bytes = try InputFile.read(place, upTo: sizeLimit) } catch {
                throw TokenVerbReason.unreadableCertificates.failure("\(place) \(error.clause)")
            }
            return try PublishedKeys(bytes, from: place)
        }
        let request = HTTPRequest(url: try WebURL(place), headers: ["Accept": "application/json"])
        let response: HTTPResponse
        do { response = try await transport().perform(request).response } catch let failure as TransportFailure {
            throw TokenVerbReason.certificatesNotFetched.failure("\(place): \(failure.cause)")
        }
        guard response.status == 200 else {
            throw TokenVerbReason.certificatesNotFetched.failure("\(place) answered \(response.status)")
        }
        return try PublishedKeys(response.body, from: place)
    }

    /// - Parameter place: what it is called in a failure.
    /// - Throws: `token/unreadable-certificates`.
    init(_ bytes: [UInt8], from place: String) throws(BridgeFailure) {
        func unreadable(_ cause: String) -> BridgeFailure {
            TokenVerbReason.unreadableCertificates.failure("\(cause), in \(place)")
        }
        let text = String(decoding: bytes.withoutByteOrderMark, as: UTF8.self)
        if text.contains("-----BEGIN ") {
            let blocks = Self.blocks(of: text)
            guard let keys = try? blocks.prefix(Self.mostKeys).map(Self.key), !keys.isEmpty else {
                throw unreadable("a block of it is no certificate and no public RSA key of 2048 bits or more")
            }
            (byID, nameless) = ([:], keys)
            return
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes.withoutByteOrderMark) } catch { throw unreadable("it is \(error)") }
        var keys: [String: VerificationKey] = [:]
        if let set = json["keys"]?.arrayValue {
            for jwk in set.prefix(Self.mostKeys) {
                guard let keyID = jwk["kid"]?.stringValue else { throw unreadable("a key has no \"kid\"") }
                do { keys[keyID] = try VerificationKey(jwk: jwk) } catch { throw unreadable(error.cause) }
            }
        } else {
            for (keyID, value) in json.objectValue ?? JSONObject() {
                guard keys.count < Self.mostKeys, let pem = value.stringValue else {
                    throw unreadable("\"\(keyID)\" is no certificate")
                }
                do { keys[keyID] = try Self.key(pem) } catch { throw unreadable("\"\(keyID)\": \(error.cause)") }
            }
        }
        guard !keys.isEmpty else { throw unreadable("there is no key in it") }
        (byID, nameless) = (keys, [])
    }

    /// The keys that a token may be checked with: a key without an id may be the one that the token names.
    func keys(for token: UnverifiedToken?) -> [KnownKeys] {
        let all = Array(byID.values) + nameless
        if token?.isCustomToken == true, let issuer = token?.issuer {
            // A custom token names no key, so each is one that may have signed it.
            return all.map { KnownKeys(serviceAccounts: [issuer: $0]) }
        }
        guard byID.isEmpty, let keyID = token?.keyID else { return [KnownKeys(tokenKeys: byID)] }
        return all.map { KnownKeys(tokenKeys: [keyID: $0]) }
    }

    private static func key(_ pem: String) throws(BridgeFailure) -> VerificationKey {
        pem.contains("BEGIN CERTIFICATE") ? try VerificationKey(certificatePEM: pem) : try VerificationKey(pem: pem)
    }

    private static func blocks(of text: String) -> [String] {
        var blocks: [String] = []
        var block: [Substring] = []
        for line in text.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----BEGIN ") { block = [] }
            block.append(line)
            if line.hasPrefix("-----END ") { blocks.append(block.joined(separator: "\n") + "\n") }
        }
        return blocks
    }
}
