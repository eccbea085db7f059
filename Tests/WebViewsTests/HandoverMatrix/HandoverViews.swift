/// What is expected of one cell: four views, each a letter.
///
/// 1. The request, raw at the server: `C` the Cookie header is exactly the cookie, `c` if the cookie is persistent,
///    `o` within the origin only; `M` the Cookie header is exactly the app's own; `Z` the Authorization header has the
///    token, `z` within the origin only; `Q` the token is in the URL; `B` it is in the body; `r` it is in the Referer,
///    within the origin only; `-` the token is nowhere in the request.
/// 2. The page: `P` document.cookie is exactly the cookie; `p` unless it is HttpOnly, `q` unless it is HttpOnly or not
///    persistent, `k` unless it is HttpOnly or the origin is another; `J` it is exactly the value of a script, which
///    the store refused, `j` in the page's origin only; `L` location has the token; `-` document.cookie is empty and
///    location has nothing.
/// 3. The native listing of the web view's store: `S` exactly the cookie; `s` if it is persistent; `-` nothing.
/// 4. The listing of the app's shared storage: `A` exactly the cookie; `-` nothing.
struct HandoverViews: Hashable, Sendable, CustomStringConvertible {
    let request: Character
    let page: Character
    let store: Character
    let app: Character

    init?(_ text: some StringProtocol) {
        let letters = Array(text)
        guard letters.count == 4, "CcoMZzQBr-".contains(letters[0]), "PpqkJjL-".contains(letters[1]),
            "Ss-".contains(letters[2]), "A-".contains(letters[3])
        else { return nil }
        (request, page, store, app) = (letters[0], letters[1], letters[2], letters[3])
    }

    var description: String { String([request, page, store, app]) }
}

/// What was really found there.
struct HandoverObservation: Sendable {
    /// The requests in question: two for frames of the site, else one.
    var requests: [ReceivedRequest]
    /// `document.cookie` of the documents in question, as many.
    var cookies: [String]
    /// Their `location.href`.
    var locations: [String]
    /// `name=value@domain` of all cookies.
    var store: [String]
    var app: [String]
}
