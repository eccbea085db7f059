import HTTPTypes
import Hummingbird
import Listening
import NIOCore

/// The inspector's page: its document, its modules and its style, as they were built in.
enum InspectorPage {
    /// Nothing from anywhere else, no script or style but the page's own files, and no frame around it.
    static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

    /// - Parameter name: a file's, such as `main.js`; empty for the document.
    /// - Returns: nil where there is no such file.
    static func response(_ name: String) -> Response? {
        guard let bytes = files[name.isEmpty ? "index.html" : name] else { return nil }
        var response = Response(
            status: .ok,
            headers: [
                .contentType: contentType(of: name), .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: policy,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        response.headers[named: "Referrer-Policy"] = "no-referrer"
        response.headers[named: "Cross-Origin-Resource-Policy"] = "same-origin"
        return response
    }

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: "text/html; charset=utf-8"
        }
    }
}
