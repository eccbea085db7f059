import HTTPLoader

/// What a response's headers say about its document.
struct ResponseContent {
    let type: ContentType
    let canShow: Bool
    let isHTML: Bool
    /// Whether `Content-Security-Policy: sandbox` gives the document an opaque origin.
    let isSandboxed: Bool
    private let body: [UInt8]
    private let frameOptions: [String]

    init(_ response: HTTPResponse) {
        type = ContentType(response.headers.first("content-type"))
        let isSniffingAllowed = !HTMLText.isSame(response.headers.first("x-content-type-options") ?? "", "nosniff")
        let handling = type.handling(body: response.body, isSniffingAllowed: isSniffingAllowed)
        let disposition = HTMLText.words(response.headers.first("content-disposition") ?? "").first ?? ""
        let isAttachment = disposition == "attachment" || disposition.hasPrefix("attachment;")
        body = response.body
        canShow = handling != .download && !isAttachment
        isHTML = handling == .html
        isSandboxed = response.headers.all("content-security-policy").contains { policy in
            policy.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }).contains { directive in
                let words = HTMLText.words(String(decoding: directive, as: UTF8.self))
                return words.first == "sandbox" && !words.contains("allow-same-origin")
            }
        }
        frameOptions = response.headers.all("x-frame-options").flatMap { value in
            value.split(separator: UInt8(ascii: ",")).map { HTMLText.lowercased(HTMLText.trimmed($0).utf8) }
        }
    }

    /// The tree; nil when the content is not HTML.
    var document: PageDocument? { isHTML ? HTMLParser.document(body, contentType: type) : nil }

    /// Whether `X-Frame-Options` keep the document out of a frame there (HTML §7.8).
    func refusesFrame(at url: WebURL, inside parent: DocumentPlace) -> Bool {
        if frameOptions.contains("deny") { return true }
        guard frameOptions.contains("sameorigin") else { return false }
        return !(parent.ancestors + [parent]).allSatisfy { place in
            !place.isSandboxed && place.url.baseURL.map { $0.sameOrigin(as: url) } ?? false
        }
    }
}
