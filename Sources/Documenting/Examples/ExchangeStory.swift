public import Project

/// A backend's answer to the ID token, and where the app looks for the custom token in it.
public struct ExchangeStory: Hashable, Sendable {
    public let status: Int
    public let headers: [String]
    /// `${custom-token}`, `${other-token}` (of another project), `${id-token}` and `${second-token}` stand for tokens
    /// that are made when the example runs.
    public let body: String
    public let place: TokenPlace

    public init(_ status: Int, headers: [String] = [], _ body: String = "", at place: TokenPlace = .json("customToken"))
    {
        (self.status, self.headers, self.body, self.place) = (status, headers, body, place)
    }
}
