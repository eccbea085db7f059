import HTTPTypes
import Listening

extension PlainRequest {
    /// - Parameters: the values of all fields of the name, in their order.
    static func users(
        method: String, path: String, query: String? = nil, authorization: [String] = [], accept: [String] = [],
        contentType: [String] = [], body: [UInt8] = []
    ) -> PlainRequest {
        var request = PlainRequest(method: method, path: path, query: query ?? "", body: body)
        request.headers[values: .authorization] = authorization
        request.headers[values: .accept] = accept
        request.headers[values: .contentType] = contentType
        return request
    }
}
