#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Files, without Foundation: what it does at its start is nothing that libFuzzer should look at.
enum FuzzFiles {
    /// The file's bytes; nil when it cannot be opened.
    static func read(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = fgetc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return bytes
    }

    /// Whether all of it could be written.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return false }
        let count = fwrite(bytes, 1, bytes.count, file)
        return fclose(file) == 0 && count == bytes.count
    }
}
