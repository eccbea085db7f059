import BridgePrimitives
import HTTPTypes
import Hummingbird

/// A site under every host name, which does what a request's query says and writes down the `Cookie` header it came
/// with.
///
/// `set` is a `Set-Cookie` line, `script` what the page writes to `document.cookie`, `to` where the answer redirects.
final class SetUpSite: HTTPResponder, HTTPResponderBuilder {
    private let requests = Mutex<[String]>([])

    /// The requests since the last call, in order: scheme, host, path, and the header.
    func takeRequests() -> [String] {
        requests.withLock { requests in
            defer { requests = [] }
            return requests
        }
    }

    func buildResponder() -> SetUpSite { self }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let host = (request.head.authority ?? "").prefix { $0 != ":" }
        let path = request.uri.path
        guard path.hasPrefix("/set/") else { return Response(status: .notFound) }
        let header = request.headers[.cookie] ?? "none"
        requests.withLock { $0.append("\(host)\(path): \(header)") }
        let query = request.uri.queryParameters
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"]
        if let line = query["set"] { headers.append(HTTPField(name: .setCookie, value: String(line))) }
        if let target = query["to"] {
            headers[.location] = String(target)
            return Response(status: .found, headers: headers)
        }
        let script = query["script"].map { "<script>document.cookie = \"\($0)\"</script>" } ?? ""
        let page = "<!doctype html><link rel=icon href=data:,>\(script)<title>set up</title>"
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page)))
    }
}
