import BridgePrimitives
import HTTPLoader

/// What a response's headers say about its document.
struct ResponseContent {
    let type: ContentType
    let canShow: Bool
    let isHTML: Bool
    /// Whether `Content-Security-Policy: sandbox` gives the document an opaque origin.
    let isSandboxed: Bool
    private let body: [UInt8]
    private let frameAncestors: [FrameAncestors]
    private let frameOptions: [String]

    init(_ response: HTTPResponse) {
        type = ContentType(response.headers.first("content-type"))
        let isSniffingAllowed = !ASCIIText.isSame(response.headers.first("x-content-type-options") ?? "", "nosniff")
        let handling = type.handling(body: response.body, isSniffingAllowed: isSniffingAllowed)
        let disposition = ASCIIText.words(response.headers.first("content-disposition") ?? "").first ?? ""
        let isAttachment = disposition == "attachment" || disposition.hasPrefix("attachment;")
        body = response.body
        canShow = handling != .download && !isAttachment
        isHTML = handling == .html
        let directives = response.headers.all("content-security-policy").flatMap { policy in
            policy.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") })
                .map { ASCIIText.words(String(decoding: $0, as: UTF8.self)) }
        }
        isSandboxed = directives.contains { $0.first == "sandbox" && !$0.contains("allow-same-origin") }
        frameAncestors = directives.compactMap { FrameAncestors(directive: $0) }
        frameOptions = response.headers.all("x-frame-options").flatMap { value in
            value.split(separator: UInt8(ascii: ",")).map { ASCIIText.lowercased(ASCIIText.trimmed($0).utf8) }
        }
    }

    /// The tree; nil when the content is not HTML.
    var document: PageDocument? { isHTML ? HTMLParser.document(body, contentType: type) : nil }

    /// Whether the headers keep the document out of a frame there: `frame-ancestors`, or else `X-Frame-Options`
    /// (HTML §7.8).
    func refusesFrame(at url: WebURL, inside parent: DocumentPlace) -> Bool {
        let around = (parent.ancestors + [parent]).map { $0.isSandboxed ? nil : $0.url.baseURL }
        guard frameAncestors.isEmpty else {
            return !frameAncestors.allSatisfy { sources in around.allSatisfy { sources.permits($0, around: url) } }
        }
        if frameOptions.contains("deny") { return true }
        return frameOptions.contains("sameorigin") && !around.allSatisfy { $0.map { $0.sameOrigin(as: url) } ?? false }
    }
}
