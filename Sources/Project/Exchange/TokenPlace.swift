/// Where a backend's answer has the custom token.
public enum TokenPlace: Hashable, Sendable {
    /// A `Set-Cookie` field.
    case cookie(String)
    /// A member of a JSON answer: names and positions with dots between them, `data.tokens.0`.
    case json(String)
    case header(String)
    /// A parameter in the query of the URL that the answer redirects to.
    case query(String)
    /// A parameter in that URL's fragment.
    case fragment(String)

    /// As messages name it.
    package var label: String {
        switch self {
        case .cookie(let name): "the cookie \(name)"
        case .json(let path): "\(path) of the JSON answer"
        case .header(let name): "the header \(name)"
        case .query(let name): "\(name) in the query of the redirect's URL"
        case .fragment(let name): "\(name) in the fragment of the redirect's URL"
        }
    }
}
