import AppFrameworks

/// The nonce of one sign-in: random text that the app keeps, and its hash, which Apple is given.
public enum RandomNonce: Sendable {
    /// The generator gave no bytes.
    ///
    /// Articles stop the app here, with `fatalError`. It is rare, and no reason to: a sign-in that fails can be tried again.
    public struct Failure: Error, Hashable, Sendable {
        /// What `SecRandomCopyBytes` answered.
        public let status: Int32
    }

    /// 64 characters: a byte stands for one of them or is thrown away, so that all are equally likely.
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVXYZabcdefghijklmnopqrstuvwxyz-._".utf8)

    /// Random text.
    ///
    /// - Parameter length: in characters; 32 have 192 bits.
    /// - Throws: ``Failure``.
    public static func make(length: Int = 32) throws -> String {
        var text: [UInt8] = []
        while text.count < length {
            for byte in try randomBytes(16) where text.count < length {
                if Int(byte) < alphabet.count { text.append(alphabet[Int(byte)]) }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func randomBytes(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let status = SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes)
        // Unlooked at, a failure is sixteen zeros, and each nonce the same.
        guard status == errSecSuccess else { throw Failure(status: status) }
        return bytes
    }

    /// SHA-256 in lower-case hexadecimal, as Firebase compares it.
    public static func sha256(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.utf8.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
