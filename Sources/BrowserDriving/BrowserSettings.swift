/// The settings of a browser session.
public struct BrowserSettings: Hashable, Sendable {
    public var timeouts: BrowserTimeouts
    /// Whether pages open whose certificate is from an authority that the browser does not know.
    public var acceptsInsecureCertificates: Bool

    public init(timeouts: BrowserTimeouts = BrowserTimeouts(), acceptsInsecureCertificates: Bool = false) {
        (self.timeouts, self.acceptsInsecureCertificates) = (timeouts, acceptsInsecureCertificates)
    }
}
