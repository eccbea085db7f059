import BridgePrimitives
import HTTPTypes
import Hummingbird
import Listening
import NIOCore

/// How the provider is reached, as its documents and signatures spell it.
public enum ProviderScheme: String, Sendable {
    case http, https
}

extension Response {
    init(_ answer: ProviderAnswer) {
        var headers: HTTPFields = [.cacheControl: answer.cacheControl]
        headers[.xContentTypeOptions] = "nosniff"
        if let location = answer.location { headers[.location] = location }
        if let allow = answer.allow { headers[.allow] = allow }
        if let challenge = answer.challenge { headers[.wwwAuthenticate] = challenge }
        let status = HTTPResponse.Status(code: answer.status)
        switch answer.content {
        case .none: self.init(status: status, headers: headers)
        case .json(let value): self.init(status: status, headers: headers, json: value)
        case .form(let text):
            headers[.contentType] = "application/x-www-form-urlencoded"
            self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        case .page(let page):
            headers[.contentType] = "text/html; charset=utf-8"
            headers[.contentSecurityPolicy] = page.policy
            if let name = HTTPField.Name("Referrer-Policy") { headers[name] = "same-origin" }
            self.init(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: page.html)))
        }
    }
}
