public import BridgePrimitives
public import HTTPLoader
public import Scenarios

/// What an app posts to its backend, with the ID token's place in it.
public struct ExchangeRequest: Hashable, Sendable {
    public var method = "POST"
    public var path = TextTemplate("/")
    public var headers: [NamedText] = []
    /// A JSON body.
    public var json: JSONValue?
    /// A form as the body.
    public var form: [NamedText]?
    /// Sent as `Authorization: Bearer …`.
    public var bearer: TextTemplate?

    /// As the sample app asks: a form with `idtoken`.
    public init() { form = [NamedText("idtoken", "${\(TextTemplate.idToken)}")] }

    /// A request without a place for the token.
    static var empty: ExchangeRequest {
        var request = ExchangeRequest()
        request.form = nil
        return request
    }

    /// Whether the ID token has a place in it.
    var carriesToken: Bool {
        let texts = [path, bearer].compactMap(\.self) + (headers + (form ?? [])).map { TextTemplate($0.text) }
        return texts.contains { $0.mentions(TextTemplate.idToken) } || json.map(Self.mentionsToken) ?? false
    }

    /// The request with a token in it.
    ///
    /// - Parameter base: the backend; `path` is resolved against it.
    /// - Throws: for a path that makes no URL.
    public func request(to base: WebURL, idToken: String) throws(BridgeFailure) -> HTTPRequest {
        let values = [TextTemplate.idToken: idToken]
        let url = try base.resolving(path.filled(with: values))
        var fields = HTTPHeaders(headers.map { ($0.name, TextTemplate($0.text).filled(with: values)) })
        if let bearer { fields.set("Authorization", "Bearer " + bearer.filled(with: values)) }
        if let json {
            return .json(method: method, url: url, value: json.filled(with: values), headers: fields)
        }
        if let form {
            let pairs = form.map { ($0.name, TextTemplate($0.text).filled(with: values)) }
            return .form(method: method, url: url, fields: pairs, headers: fields)
        }
        return HTTPRequest(method: method, url: url, headers: fields, body: method == "GET" ? nil : [])
    }

    private static func mentionsToken(_ value: JSONValue) -> Bool {
        switch value {
        case .string(let text): TextTemplate(text).mentions(TextTemplate.idToken)
        case .array(let elements): elements.contains(where: mentionsToken)
        case .object(let object): object.contains { mentionsToken($0.value) }
        case .null, .bool, .integer, .number: false
        }
    }
}

extension JSONValue {
    /// The value with the places in its texts filled; names stay as they are. It nests as deeply as its file does.
    fileprivate func filled(with values: [String: String]) -> JSONValue {
        switch self {
        case .string(let text): .string(TextTemplate(text).filled(with: values))
        case .array(let elements): .array(elements.map { $0.filled(with: values) })
        case .object(let object): .object(JSONObject(object.map { ($0.name, $0.value.filled(with: values)) }))
        case .null, .bool, .integer, .number: self
        }
    }
}
