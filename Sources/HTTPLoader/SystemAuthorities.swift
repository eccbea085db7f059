import CCurl
import Files

/// The certificates of the system's authorities, which certificates from memory must not replace.
enum SystemAuthorities {
    /// Where libcurl was built to look for authorities; both are nil in Homebrew's, which leaves that to OpenSSL.
    struct BuiltIn {
        let file: String?
        let folder: String?

        static var ofThisLibrary: BuiltIn {
            let version = curl_version_info(CURLVERSION_SEVENTH)?.pointee
            return BuiltIn(
                file: version?.cainfo.map { String(cString: $0) }, folder: version?.capath.map { String(cString: $0) })
        }
    }

    private static let sizeLimit = 16 << 20

    /// `pem` with the system's authorities, as far as libcurl does not find them itself.
    ///
    /// Certificates from memory replace libcurl's file, and whatever OpenSSL would look for, but not libcurl's folder:
    /// with a folder nothing has to be added, and nothing has to be parsed for each connection.
    static func joined(with pem: [UInt8], builtIn: BuiltIn = .ofThisLibrary) -> [UInt8] {
        guard builtIn.folder == nil else { return pem }
        let own = builtIn.file.flatMap { try? InputFile.read($0, upTo: sizeLimit) }
        return pem + [0x0A] + (own ?? Array(SystemCertificates.pem().utf8))
    }
}
