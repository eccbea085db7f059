import BridgePrimitives

/// Why a signature does not fit: each usual slip is made on purpose, to see whether it gives the same signature.
struct SignatureDiagnosis: Sendable {
    let request: SignedRequest
    let consumerSecret: String
    let tokenSecret: String

    /// The slip that explains the signature, and what it was about; `signatureDiffers` when none does.
    ///
    /// - Complexity: about twenty HMACs.
    var slip: (reason: TwitterReason, detail: String?) {
        let given = request.signature
        if let once = PercentEncoding.decode(Array(given.utf8)[...], plusIsBlank: false), fits(request.base.text, once)
        {
            return (.signatureEscapedTwice, nil)
        }
        // 20 bytes are 28 letters of base64.
        guard given.utf8.count == 28 else { return (.signatureOtherHash, nil) }
        for (reason, baseString) in otherBases where fits(baseString) { return (reason, nil) }
        for name in request.protocolNames where fits(without { $0.name.elementsEqual(name.utf8) }) {
            return (.signatureWithoutParameter, name)
        }
        let key = PercentEncoding.encode(consumerSecret)
        let keys: [(TwitterReason, String)] = [
            (.signatureWithoutTokenSecret, "\(key)&"),
            (.signatureWithoutAmpersand, key + PercentEncoding.encode(tokenSecret)),
        ]
        for (reason, key) in keys
        where OAuthSignature.matches(given, OAuthSignature.make(request.base.text, key: key)) {
            return (reason, nil)
        }
        return (.signatureDiffers, nil)
    }

    private var otherBases: [(TwitterReason, String)] {
        let base = request.base
        func changing(_ change: (inout SignatureBase) -> Void) -> String {
            var copy = base
            change(&copy)
            return copy.text
        }
        let pairs = base.encodedPairs
        let sorted = pairs.sorted(by: SignatureBase.precedes)
        let encodedOnce =
            "\(base.method)&\(PercentEncoding.encode(base.url))&"
            + PercentEncoding.encode(
                plainPairs.sorted(by: SignatureBase.precedes).map(SignatureBase.joined).joined(separator: "&"))
        return [
            (.signatureScheme, changing { $0.url = request.url(withOtherScheme: true) }),
            (.signaturePort, changing { $0.url = request.url(withPort: false) }),
            (.signaturePort, changing { $0.url = request.url(withPort: true) }),
            (.signatureURLWithQuery, changing { $0.url += "?\(request.rawQuery)" }),
            (
                .signatureMethodCase,
                changing { $0.method = ASCIIText.lowercased($0.method) }
            ),
            (.signatureWithoutQuery, changing { $0.items = request.headerItems + request.bodyItems }),
            (.signatureWithoutBody, changing { $0.items = request.headerItems + request.queryItems }),
            (.signatureUnsorted, base.text(joining: pairs.map(SignatureBase.joined).joined(separator: "&"))),
            (
                .signatureBlankAsPlus,
                base.text(
                    joining: sorted.map { "\($0.name)=\($0.value.replacing("%20", with: "+"))" }.joined(separator: "&"))
            ),
            (.signatureEncodedOnce, encodedOnce),
        ]
    }

    private var plainPairs: [(name: String, value: String)] {
        request.base.items.map { (String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self)) }
    }

    private func without(_ isLeftOut: (FormItems.Item) -> Bool) -> String {
        var base = request.base
        base.items.removeAll(where: isLeftOut)
        return base.text
    }

    private func fits(_ baseString: String) -> Bool { fits(baseString, Array(request.signature.utf8)) }

    private func fits(_ baseString: String, _ given: [UInt8]) -> Bool {
        let expected = OAuthSignature.make(baseString, consumerSecret: consumerSecret, tokenSecret: tokenSecret)
        return constantTimeEqual(given, Array(expected.utf8))
    }
}
