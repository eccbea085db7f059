import BridgePrimitives
import CArgon2

/// How an import's Argon2 hashes were made (RFC 9106): `argon2Parameters` of Identity Platform's `batchCreate`.
///
/// libargon2, the algorithm's reference, computes them.
struct Argon2Parameters: Hashable, Sendable {
    /// How the memory is addressed, by the wire's names.
    enum Variant: String {
        case argon2d = "ARGON2_D"
        case argon2i = "ARGON2_I"
        case argon2id = "ARGON2_ID"
    }

    private enum Version: String {
        case v10 = "VERSION_10"
        case v13 = "VERSION_13"
    }

    let variant: Variant
    /// In bytes.
    private let hashLength: Int
    private let lanes: Int
    private let iterations: Int
    /// In kibibytes.
    private let memory: Int
    /// Nil when the import did not say, and then both are tried.
    private let version: Version?
    private let associatedData: [UInt8]

    /// - Returns: nil without a variant, and for costs beyond what the protocol allows: 4 to 1024 bytes, up to 16 lanes
    ///   and iterations, up to 32 MiB.
    init?(json: JSONObject) {
        func number(_ name: String) -> Int {
            let text = json[name]?.stringValue.flatMap { Int64($0) }
            return Int(clamping: json[name]?.integerValue ?? text ?? 0)
        }
        guard let variant = json["hashType"]?.stringValue.flatMap(Variant.init) else { return nil }
        self.variant = variant
        (hashLength, lanes) = (number("hashLengthBytes"), number("parallelism"))
        (iterations, memory) = (number("iterations"), number("memoryCostKib"))
        version = json["version"]?.stringValue.flatMap(Version.init)
        associatedData = json["associatedData"]?.stringValue.flatMap(StandardBase64.decode) ?? []
        guard (4...1024).contains(hashLength), (1...16).contains(lanes), (1...16).contains(iterations),
            (8 * lanes...32_768).contains(memory)
        else { return nil }
    }

    var json: JSONObject {
        var object = JSONObject([("hashType", .string(variant.rawValue))])
        for (name, value) in [
            ("hashLengthBytes", hashLength), ("parallelism", lanes), ("iterations", iterations),
            ("memoryCostKib", memory),
        ] { object[name] = .integer(Int64(value)) }
        object["version"] = version.map { .string($0.rawValue) }
        if !associatedData.isEmpty { object["associatedData"] = .string(StandardBase64.encode(associatedData)) }
        return object
    }

    /// What `password` hashes to: one value, or two when the version is unknown; none where libargon2 makes no hash, of
    /// a salt of less than eight bytes for one.
    ///
    /// - Complexity: deliberately slow: iterations times memory, a quarter of a second at most.
    func hashes(of password: [UInt8], salt: [UInt8]) -> [[UInt8]] {
        (version.map { [$0] } ?? [.v13, .v10]).compactMap { hash(of: password, salt: salt, $0) }
    }

    private func hash(of password: [UInt8], salt: [UInt8], _ version: Version) -> [UInt8]? {
        // libargon2 takes all of them as what it may write to, and writes to the first alone.
        var (output, password, salt, data) = ([UInt8](repeating: 0, count: hashLength), password, salt, associatedData)
        let code = output.withUnsafeMutableBufferPointer { output in
            password.withUnsafeMutableBufferPointer { password in
                salt.withUnsafeMutableBufferPointer { salt in
                    data.withUnsafeMutableBufferPointer { data in
                        var context = argon2_context()
                        (context.out, context.outlen) = (output.baseAddress, UInt32(output.count))
                        (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(password.count))
                        (context.salt, context.saltlen) = (salt.baseAddress, UInt32(salt.count))
                        (context.ad, context.adlen) = (data.baseAddress, UInt32(data.count))
                        (context.t_cost, context.m_cost) = (UInt32(iterations), UInt32(memory))
                        // Lanes are part of the hash; that one thread computes them all is not.
                        (context.lanes, context.threads) = (UInt32(lanes), 1)
                        context.version = version == .v10 ? 0x10 : 0x13
                        return argon2_ctx(&context, variant.code)
                    }
                }
            }
        }
        return code == ARGON2_OK.rawValue ? output : nil
    }
}

extension Argon2Parameters.Variant {
    fileprivate var code: argon2_type {
        switch self {
        case .argon2d: Argon2_d
        case .argon2i: Argon2_i
        case .argon2id: Argon2_id
        }
    }
}
