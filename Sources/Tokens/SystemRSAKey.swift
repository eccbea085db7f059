#if os(Linux)
    import CCrypto

    /// Sole owner of an RSA private key in libcrypto; freed exactly once.
    ///
    /// libcrypto has the wide integer multiplications of newer processors (AVX-512 IFMA), which BoringSSL, under
    /// swift-crypto, has not: with them it makes more than twice as many signatures a second.
    ///
    /// Unchecked: nothing changes the key after `init`. libcrypto counts references atomically and locks what it keeps
    /// for blinding, so threads may sign at once, each with a context of its own.
    @safe final class SystemRSAKey: @unchecked Sendable {
        private let raw: OpaquePointer

        /// - Parameter der: PKCS #8 or PKCS #1.
        init(der: [UInt8]) throws(SystemCryptoFailure) {
            let parsed = unsafe der.withUnsafeBufferPointer { bytes in
                var next = bytes.baseAddress
                return unsafe d2i_PrivateKey(EVP_PKEY_RSA, nil, &next, bytes.count)
            }
            guard let parsed = unsafe parsed else { throw .last(in: "d2i_PrivateKey") }
            unsafe raw = parsed
        }

        deinit { unsafe EVP_PKEY_free(raw) }

        /// RSASSA-PKCS1-v1_5 with SHA-256 over `message`.
        func signature(for message: [UInt8]) throws(SystemCryptoFailure) -> [UInt8] {
            try unsafe DigestContext().signature(for: message, key: raw)
        }
    }

    /// Sole owner of a digest's context; freed exactly once.
    @safe private struct DigestContext: ~Copyable {
        private let raw: OpaquePointer

        init() throws(SystemCryptoFailure) {
            guard let made = unsafe EVP_MD_CTX_new() else { throw .last(in: "EVP_MD_CTX_new") }
            unsafe raw = made
        }

        deinit { unsafe EVP_MD_CTX_free(raw) }

        /// The padding is PKCS #1's unless another is asked for.
        consuming func signature(for message: [UInt8], key: OpaquePointer) throws(SystemCryptoFailure) -> [UInt8] {
            try check(unsafe EVP_DigestSignInit(raw, nil, EVP_sha256(), nil, key), "EVP_DigestSignInit")
            var length = 0
            try check(unsafe EVP_DigestSign(raw, nil, &length, message, message.count), "EVP_DigestSign")
            var signature = [UInt8](repeating: 0, count: length)
            try check(unsafe EVP_DigestSign(raw, &signature, &length, message, message.count), "EVP_DigestSign")
            return signature
        }

        private func check(_ result: CInt, _ call: StaticString) throws(SystemCryptoFailure) {
            guard result == 1 else { throw .last(in: call) }
        }
    }

    /// What libcrypto says of a call that failed.
    struct SystemCryptoFailure: Error, Equatable, Sendable, CustomStringConvertible {
        let call: String
        /// Of libcrypto's error queue; 0 when it is empty.
        let code: UInt

        fileprivate init(call: String, code: UInt) { (self.call, self.code) = (call, code) }

        /// Takes the oldest error of this thread, and leaves none behind for somebody else's call.
        fileprivate static func last(in call: StaticString) -> SystemCryptoFailure {
            let code = ERR_get_error()
            ERR_clear_error()
            return SystemCryptoFailure(call: call.description, code: code)
        }

        var description: String { "\(call) failed with libcrypto's code \(String(code, radix: 16))" }
    }
#endif
