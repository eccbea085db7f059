#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port of the loopback interface that nobody listens on, for programs that must be told one.
package enum FreePort {
    /// Below what Linux (from 32768) and macOS (from 49152) give to whoever asks for any port: until the program is up, which
    /// may take it a minute, none of those gets it.
    static let candidates = 20_000..<30_000
    private static let attempts = 20

    /// - Throws: when the system has none.
    package static func find() throws(ChildProcessFailure) -> Int {
        var generator = SystemRandomNumberGenerator()
        return try find(using: &generator, binding: bound)
    }

    /// - Parameter bind: gives the port that a socket gets where it asks for one, 0 for whichever the system likes; nil
    ///   where somebody has it.
    static func find(
        using generator: inout some RandomNumberGenerator, binding bind: (Int) -> Int?
    ) throws(ChildProcessFailure) -> Int {
        for _ in 0..<attempts {
            if let port = bind(Int.random(in: candidates, using: &generator)) { return port }
        }
        guard let port = bind(0) else {
            throw ChildProcessFailure("the system gives no port (error \(errno))")
        }
        return port
    }

    /// The port of a socket that is closed again at once.
    private static func bound(to port: Int) -> Int? {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(descriptor, raw, length) == 0 && getsockname(descriptor, raw, &length) == 0
            }
        }
        return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }
}
