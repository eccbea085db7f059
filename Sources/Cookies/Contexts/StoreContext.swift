/// What is known about the response or the document that sets a cookie.
public struct StoreContext: Hashable, Sendable {
    public var party: PartyContext
    /// The relation of the response's request, or of the document, to its site.
    public var sameSite: SameSiteContext
    /// Whether the page was reached through a decorated link from a classified tracker; shortens script cookies.
    public var isDecoratedLanding: Bool
    /// Whether the responding host hides another site (CNAME or far-off address); shortens its cookies.
    public var isCloakedResponse: Bool

    public init(
        sameSite: SameSiteContext = .sameSite, party: PartyContext = PartyContext(),
        isDecoratedLanding: Bool = false, isCloakedResponse: Bool = false
    ) {
        (self.sameSite, self.party) = (sameSite, party)
        (self.isDecoratedLanding, self.isCloakedResponse) = (isDecoratedLanding, isCloakedResponse)
    }

    /// The response to a load that the app started, or a main frame's script.
    public static var firstParty: StoreContext { StoreContext() }
}
