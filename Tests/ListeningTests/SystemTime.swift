#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The machine's clock, which TLS clients hold certificates against.
enum SystemTime {
    static var seconds: Int64 { Int64(time(nil)) }
}
