/// A request that wants its `Cookie` header.
public struct RequestContext: Hashable, Sendable {
    public var url: CookieURL
    public var sameSite: SameSiteContext
    public var party: PartyContext

    public init(url: CookieURL, sameSite: SameSiteContext = .sameSite, party: PartyContext = PartyContext()) {
        (self.url, self.sameSite, self.party) = (url, sameSite, party)
    }
}

/// A document whose script reads `document.cookie`.
public struct ScriptContext: Hashable, Sendable {
    public var sameSite: SameSiteContext
    public var party: PartyContext

    public init(sameSite: SameSiteContext = .sameSite, party: PartyContext = PartyContext()) {
        (self.sameSite, self.party) = (sameSite, party)
    }

    /// A main frame's script.
    public static let firstParty = ScriptContext()
}
