#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A port of the loopback interface that nobody listens on, for programs that must be told one.
package enum FreePort {
    /// - Throws: when the system has none.
    package static func find() throws(ChildProcessFailure) -> Int {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw none() }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                bind(descriptor, raw, length) == 0 && getsockname(descriptor, raw, &length) == 0
            }
        }
        guard isBound else { throw none() }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func none() -> ChildProcessFailure {
        ChildProcessFailure("the system gives no port (error \(errno))")
    }
}
