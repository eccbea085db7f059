public import BridgePrimitives
public import HTTPTypes
public import Hummingbird
import NIOCore

extension Response {
    /// A JSON answer with its length; not to be cached unless `headers` say otherwise.
    public init(status: HTTPResponse.Status, headers: HTTPFields = [:], json: JSONValue) {
        var headers = headers
        if headers[.contentType] == nil { headers[.contentType] = "application/json; charset=utf-8" }
        if headers[.cacheControl] == nil { headers[.cacheControl] = "no-store" }
        let body = ByteBuffer(bytes: json.bytes())
        self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
    }

    /// See ``ListeningReason/answer``.
    static func failure(_ status: HTTPResponse.Status, _ reason: ListeningReason) -> Response {
        Response(status: status, json: reason.answer)
    }
}

extension ListeningReason {
    /// `{"status":"error","code":…,"message":…,"fix":…}`.
    var answer: JSONValue {
        ["status": "error", "code": .string(rawValue), "message": .string(meaning), "fix": .string(fix)]
    }
}
