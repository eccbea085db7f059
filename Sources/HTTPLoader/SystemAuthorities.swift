import CCurl

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// The certificates of the system's authorities, where libcurl was built to look for them.
enum SystemAuthorities {
    /// `pem` with what must stand beside it for the system's authorities to count as well.
    ///
    /// Certificates from memory take the place of libcurl's file but not of its directory: where there is a
    /// directory, nothing has to be added, and nothing has to be parsed for each connection.
    static func joined(with pem: [UInt8]) -> [UInt8] {
        guard let version = curl_version_info(CURLVERSION_SEVENTH)?.pointee, version.capath == nil,
            let file = version.cainfo
        else { return pem }
        return pem + [0x0A] + contents(of: file)
    }

    private static func contents(of path: UnsafePointer<CChar>) -> [UInt8] {
        guard let file = fopen(path, "r") else { return [] }
        defer { fclose(file) }
        var contents: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let most = 8 << 20
        while contents.count < most {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { break }
            contents.append(contentsOf: chunk[..<count])
        }
        return contents
    }
}
