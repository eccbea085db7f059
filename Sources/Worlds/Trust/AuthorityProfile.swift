import Foundation

/// A configuration profile by which Apple's systems take in the local authority (Apple, Configuration Profile Reference:
/// `com.apple.security.root`).
///
/// Its identifiers follow from the certificate: the same one installed again replaces itself.
package struct AuthorityProfile {
    /// What a device shows of it.
    package struct Texts {
        /// Tells profiles of one kind from those of another: the same installed again replaces itself.
        let identifier: String
        let name: String
        /// What it signs for, and what it is for.
        let reach: String
        let purpose: String

        package init(identifier: String, name: String, reach: String, purpose: String) {
            (self.identifier, self.name, self.reach, self.purpose) = (identifier, name, reach, purpose)
        }

        static let local = Texts(
            identifier: "dev.session-bridge.authority", name: "session-bridge local authority",
            reach: "Signs for localhost, .local names and private addresses, and for nothing else.",
            purpose: "Lets this device open pages that session-bridge serves over HTTPS.")
    }

    private let certificate: [UInt8]
    private let fingerprint: [UInt8]
    private let texts: Texts

    /// - Parameters:
    ///   - certificate: in DER form.
    ///   - fingerprint: 32 bytes that tell it from others.
    init(certificate: [UInt8], fingerprint: [UInt8]) {
        self.init(certificate: certificate, fingerprint: fingerprint, texts: .local)
    }

    package init(certificate: [UInt8], fingerprint: [UInt8], texts: Texts) {
        (self.certificate, self.fingerprint, self.texts) = (certificate, fingerprint, texts)
    }

    /// An XML property list.
    package var plist: [UInt8] {
        let root = Payload(
            type: "com.apple.security.root", identifier: texts.identifier + ".certificate",
            uuid: uuid(ofHalf: 0), displayName: texts.name, description: texts.reach,
            fileName: "session-bridge.pem", content: .certificate(Data(certificate)))
        let profile = Payload(
            type: "Configuration", identifier: texts.identifier, uuid: uuid(ofHalf: 1),
            displayName: texts.name, description: texts.purpose,
            fileName: nil, content: .payloads([root]))
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        // Texts, bytes and numbers: nothing that could not be written.
        return (try? encoder.encode(profile)).map(Array.init) ?? []
    }

    /// Sixteen bytes of the fingerprint, marked as a name's (RFC 9562 §5.8).
    private func uuid(ofHalf half: Int) -> String {
        var bytes = Array((fingerprint + Array(repeating: 0, count: 32)).dropFirst(16 * half).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return [digits[0..<4], digits[4..<6], digits[6..<8], digits[8..<10], digits[10..<16]]
            .map { $0.joined() }.joined(separator: "-")
    }
}

private struct Payload: Encodable {
    enum Content {
        case certificate(Data)
        case payloads([Payload])
    }

    let type: String
    let identifier: String
    let uuid: String
    let displayName: String
    let description: String
    let fileName: String?
    let content: Content

    private enum CodingKeys: String, CodingKey {
        case type = "PayloadType"
        case version = "PayloadVersion"
        case identifier = "PayloadIdentifier"
        case uuid = "PayloadUUID"
        case displayName = "PayloadDisplayName"
        case description = "PayloadDescription"
        case fileName = "PayloadCertificateFileName"
        case content = "PayloadContent"
    }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(type, forKey: .type)
        try keys.encode(1, forKey: .version)
        try keys.encode(identifier, forKey: .identifier)
        try keys.encode(uuid, forKey: .uuid)
        try keys.encode(displayName, forKey: .displayName)
        try keys.encode(description, forKey: .description)
        try keys.encodeIfPresent(fileName, forKey: .fileName)
        switch content {
        case .certificate(let bytes): try keys.encode(bytes, forKey: .content)
        case .payloads(let payloads): try keys.encode(payloads, forKey: .content)
        }
    }
}
