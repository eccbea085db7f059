import BridgePrimitives
import Crypto
import Tokens

/// Enveloped signatures of XML (XML Signature 1.1) in the one form that SAML 2.0 asks for (Core §5.4): a reference to the
/// parent by its ID, exclusive canonicalisation, SHA-256, RSA with PKCS #1 v1.5.
enum XMLSignature {
    static let space = "http://www.w3.org/2000/09/xmldsig#"
    static let exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#"
    static let enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature"
    static let rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    static let sha256 = "http://www.w3.org/2001/04/xmlenc#sha256"

    static func name(_ local: String) -> XMLElement.Name { XMLElement.Name(space: space, local: local) }

    /// Checks that `element` itself, as it will be read, is what its signature is over.
    ///
    /// What the signature says of its key is not looked at: only keys that were known before count.
    ///
    /// - Returns: nil when all is well.
    /// - Complexity: O(n) and one RSA public operation for each key.
    static func fault(of signature: XMLElement, on element: XMLElement, keys: [VerificationKey]) -> SAMLReason? {
        guard let info = signature.child(name("SignedInfo")), let reference = info.child(name("Reference")) else {
            return .signatureMalformed
        }
        // The element that carries it and no other: else what is signed and what is read are two things.
        guard let id = element.attribute("ID"), !id.isEmpty, reference.attribute("URI") == "#\(id)" else {
            return .signatureOfAnother
        }
        guard algorithm(info, "CanonicalizationMethod") == exclusive, algorithm(info, "SignatureMethod") == rsaSHA256,
            algorithm(reference, "DigestMethod") == sha256, let transforms = transforms(of: reference)
        else { return .signatureAlgorithm }
        guard let digested = element.canonical(without: signature, inclusive: transforms.prefixes),
            let wanted = base64(reference.child(name("DigestValue")))
        else { return .signatureMalformed }
        guard constantTimeEqual(Array(SHA256.hash(data: digested)), wanted) else { return .digestDiffers }
        let method = info.child(name("CanonicalizationMethod"))
        guard let signed = info.canonical(inclusive: method.map(prefixes) ?? []),
            let value = base64(signature.child(name("SignatureValue")))
        else { return .signatureMalformed }
        return keys.contains { $0.check(value, of: signed) == .matches } ? nil : .signatureWrong
    }

    /// Enveloped signature, then exclusive canonicalisation: nothing that could choose what is digested.
    private static func transforms(of reference: XMLElement) -> (prefixes: [String], Void)? {
        guard let list = reference.child(name("Transforms"))?.children,
            list.map({ $0.attribute("Algorithm") }) == [enveloped, exclusive]
        else { return nil }
        return (prefixes(list[1]), ())
    }

    private static func prefixes(_ method: XMLElement) -> [String] {
        let list = method.child(XMLElement.Name(space: exclusive, local: "InclusiveNamespaces"))?.attribute(
            "PrefixList")
        return (list ?? "").utf8.split { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private static func algorithm(_ parent: XMLElement, _ local: String) -> String? {
        parent.child(name(local))?.attribute("Algorithm")
    }

    private static func base64(_ element: XMLElement?) -> [UInt8]? {
        guard let text = try? element?.text() else { return nil }
        return StandardBase64.decode(
            String(decoding: text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }, as: UTF8.self))
    }

    // MARK: - Making

    /// The signature over an element that does not hold it yet.
    ///
    /// - Parameters:
    ///   - canonical: of the element.
    ///   - certificate: what is said of the key, as base64 of its DER form.
    /// - Throws: `token/signing-failed`, which no input causes.
    static func text(
        over canonical: [UInt8], id: String, key: SigningKey, certificate: String
    ) throws(BridgeFailure) -> String {
        let digest = StandardBase64.encode(Array(SHA256.hash(data: canonical)))
        // Written in its canonical form at once: no blanks, no empty elements, the namespace where it is first used.
        let info =
            "<ds:SignedInfo xmlns:ds=\"\(space)\"><ds:CanonicalizationMethod Algorithm=\"\(exclusive)\">"
            + "</ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"\(rsaSHA256)\"></ds:SignatureMethod>"
            + "<ds:Reference URI=\"#\(id)\"><ds:Transforms><ds:Transform Algorithm=\"\(enveloped)\"></ds:Transform>"
            + "<ds:Transform Algorithm=\"\(exclusive)\"></ds:Transform></ds:Transforms><ds:DigestMethod"
            + " Algorithm=\"\(sha256)\"></ds:DigestMethod><ds:DigestValue>\(digest)</ds:DigestValue></ds:Reference>"
            + "</ds:SignedInfo>"
        let value = StandardBase64.encode(try key.signature(for: Array(info.utf8)))
        return "<ds:Signature xmlns:ds=\"\(space)\">\(info)<ds:SignatureValue>\(value)</ds:SignatureValue><ds:KeyInfo>"
            + "<ds:X509Data><ds:X509Certificate>\(certificate)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
            + "</ds:Signature>"
    }
}
