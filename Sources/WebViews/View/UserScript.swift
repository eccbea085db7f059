/// A script that the app puts into every document, as `WKUserScript`.
///
/// It has no filter for origins: it runs on whatever page the view shows, login pages of others included.
public struct UserScript: Hashable, Sendable {
    public enum InjectionTime: String, CaseIterable, Sendable {
        /// When the document exists and before any of it is read. The request for it has been made by then.
        case atDocumentStart
        /// When the document has been read.
        case atDocumentEnd
    }

    public let source: String
    public let injectionTime: InjectionTime
    /// Whether frames are left out. Otherwise the script runs in frames of every origin, blank ones included.
    public let forMainFrameOnly: Bool
    /// Whose names it sees and adds to.
    public let world: ContentWorld

    public init(
        source: String, injectionTime: InjectionTime, forMainFrameOnly: Bool = true, world: ContentWorld = .page
    ) {
        (self.source, self.injectionTime) = (source, injectionTime)
        (self.forMainFrameOnly, self.world) = (forMainFrameOnly, world)
    }
}
