/// What the page's code asks for by itself.
public struct PageFetch: Hashable, Sendable {
    public var to: PageAddress
    public var method: FormSubmission.Method
    /// What the code adds to the request.
    public var headers: [NamedText]

    public init(to: PageAddress, method: FormSubmission.Method = .get, headers: [NamedText] = []) {
        (self.to, self.method, self.headers) = (to, method, headers)
    }

    static let fields = [
        PageAddress.field(\Self.to, "What it asks for.", of: "fetch"),
        Field("method", \.method, .word, "By which method."),
        Field("headers", \.headers, .texts(placeholders: []), "Header fields that the code adds, with their values."),
    ]
}
