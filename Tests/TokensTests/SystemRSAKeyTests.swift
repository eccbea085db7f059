import BridgePrimitives
import Testing

@testable import Tokens

/// The signatures of the system's library, against a published one and against swift-crypto's.
@Suite("Signatures by two libraries", .timeLimit(.minutes(5)))
struct SystemRSAKeyTests {
    /// RFC 7515 appendix A.2: its key, its signing input, its signature.
    private enum Published {
        static let signingInput =
            "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290"
            + "Ijp0cnVlfQ"
        static let signature =
            "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdb"
            + "F9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383"
            + "LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWy"
            + "wlVmtVrBp0igcN_IoypGlUPQGe77Rw"
        /// The JSON Web Key as PKCS #1.
        static let pem = """
            -----BEGIN RSA PRIVATE KEY-----
            MIIEowIBAAKCAQEAofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd/wWJcyQoTbji9k0
            l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL+yRT+SFd2lZS+pC
            gNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb/7OMg0LOL+bSf63kpaSHSX
            ndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uD
            Zlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxXFvUK+DWNmoudF8NAco9/h9iaGNj8
            q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQIDAQABAoIBABKucaRpzQorw35S
            bEUAVx8dYXUdZOlJcHtiWQ+dC6V8ljxAHj/PLyzTveyI5QO/xkObCyjIL303l2cf
            UhPu2MFaJdjVzqACXuOrLot/eSFvxjvqVidTtAZExqFRJ9mylUVAoLvhowVWmC1O
            n95fZCXxTUtxNEG1Xcc7m0rtzJKs45J+N/V9DP1edYH6USyPSWGp6wuA+KgHRnKK
            Vf9GRx80JQY7nVNkL17eHoTWEwga+lwi0FEoW9Y7lDtWXYmKBWhUE+U8PGxlJf8f
            40493HDw1WRQ/aSLoS4QTp3rn7gYgeHEvfJdkkf0UMhlknlo53M09EFPdadQ4TlU
            bjqKc50CgYEA4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH/5IB3jw3bcxGn6QLvnE
            tfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw/Py5PJdTJNPY8cQn7ouZ2KKDcmnPG
            BY5t7yLc1QlQ5xHdwW1VhvKn+nXqhJTBgIPgtldC+KDV5z+y2XDwGUcCgYEAuQPE
            fgmVtjL0Uyyx88GZFF1fOunH3+7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYs
            p1ZSe7zFYHj7C6ul7TjeLQeZD/YwD66t62wDmpe/HlB+TnBA+njbglfIsRLtXlnD
            zQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdcCgYAHAp9XcCSrn8wVkMVkKdb7
            DOX4IKjzdahm+ctDAJN4O/y7OW5FKebvUjdAIt2GuoTZ71iTG+7F0F+lP88jtjP4
            U4qe7VHoewl4MKOfXZKTe+YCS1XbNvfgwJ3Ltyl1OH9hWvu2yza7q+d5PCsDzqtm
            27kxuvULVeya+TEdAB1ijQKBgQCH/3r6YrVH/uCWGy6bzV1nGNOdjKc9tmkfOJmN
            54dxdixdpozCQ6U4OxZrsj3FcOhHBsqAHvX2uuYjagqvo3cOj1TRqNocX40omfCC
            Mx3bD1yPPf/6TI2XECva/ggqEY2mYzmIiA5LVVmc5nrybr+lssFKneeyxN2Wq93S
            0iJMdQKBgCGHewxzoa1r8ZMD0LETNrToK423K377UCYqXfg5XMclbrjPbEC3YI1Z
            NqMtuhdBJqUnBi6tjKMF+34Xf0CUN8ncuXGO2CAYvO8PdyCixHX52ybaDjy1FtCE
            6yUXjoKNXKvUm7MWGsAYH6f4IegOetN5NvmUMFStCSkh7ixZLkN1
            -----END RSA PRIVATE KEY-----
            """
    }

    @Test func signsAsTheStandardDoes() throws {
        let key = try SigningKey(pem: Secret(Published.pem))
        #expect(Base64URL.encode(try key.signature(for: Array(Published.signingInput.utf8))) == Published.signature)
        // The same key in the other form.
        let again = try SigningKey(pem: key.pem)
        #expect(Base64URL.encode(try again.signature(for: Array(Published.signingInput.utf8))) == Published.signature)
    }

    /// PKCS #1 v1.5 has no randomness: two libraries that are right agree on every byte.
    @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 700, 100_000])
    func agreesWithTheOtherLibrary(length: Int) throws {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let key = try TokenFixture.key
        let signature = try key.signature(for: message)
        #expect(signature == (try key.portableSignature(for: message)))
        #expect(key.verificationKey.check(signature, of: message) == .matches)
        #expect(try TokenFixture.otherKey.verificationKey.check(signature, of: message) == .differs)
        #expect(key.verificationKey.check(signature, of: message + [0]) == .differs)
    }

    @Test func threadsMaySignAtOnceWithOneKey() async throws {
        let key = try TokenFixture.key
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in UInt8(0)..<32 {
                group.addTask {
                    key.verificationKey.check(try key.signature(for: [number]), of: [number]) == .matches
                }
            }
            for try await isGood in group { #expect(isGood) }
        }
    }

    #if os(Linux)
        @Test(arguments: [[], [0x30], [0x30, 0x82, 0xFF, 0xFF, 0x02], Array(repeating: 0, count: 1200)] as [[UInt8]])
        func refusesWhatIsNoKey(der: [UInt8]) {
            #expect(throws: SystemCryptoFailure.self) { try SystemRSAKey(der: der) }
        }
    #endif
}
