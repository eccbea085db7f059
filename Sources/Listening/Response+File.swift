import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// What is served as it is and kept by nobody: a certificate, a profile, a page without scripts.
    package static func file(_ content: [UInt8], _ mediaType: String, isPage: Bool = false) -> Response {
        var headers: HTTPFields = [
            .contentType: mediaType, .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
        ]
        if isPage {
            headers[named: "content-security-policy"] = "default-src 'none'; style-src 'unsafe-inline'"
            headers[named: "referrer-policy"] = "no-referrer"
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content)))
    }
}
