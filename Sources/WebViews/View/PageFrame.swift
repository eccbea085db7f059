import Cookies

/// Names a frame of one document in one view; a new document's frames have new names.
public struct FrameID: Hashable, Sendable, CustomStringConvertible {
    let number: Int

    public var description: String { "frame \(number)" }
}

/// A frame of the page, and what became of it.
public struct PageFrame: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// A document from the network.
        case loaded(status: Int)
        /// A document without a request: `srcdoc`, `about:blank`, `data:`.
        case inline
        /// The frame shows `about:blank`. The page is not affected.
        case failed(NavigationFailure)
    }

    public let id: FrameID
    /// The URL of the frame's document, `about:srcdoc` for inline HTML.
    public let url: String
    public let outcome: Outcome
    /// Whether the document's origin is opaque: sandboxed, or a `data:` URL.
    public let hasOpaqueOrigin: Bool
    /// The requests that were made for the document, in order.
    public let hops: [Hop]
    /// What went wrong in user scripts, in the order in which they ran.
    public let scriptFailures: [ScriptFailure]
    /// The document's tree.
    public let document: PageDocument
    /// In document order.
    public let frames: [PageFrame]
}

/// What may be loaded below one page.
enum FrameLimits {
    /// Frames in frames.
    static let depth = 4
    static let count = 32
}

/// A frame of a document in the view.
///
/// Belongs to the view's thread.
final class LoadedFrame {
    let id: FrameID
    var page: LoadedPage
    var outcome = PageFrame.Outcome.inline
    var hops: [Hop] = []
    var scriptFailures: [ScriptFailure] = []

    init(id: FrameID, page: LoadedPage) { (self.id, self.page) = (id, page) }

    /// With all that is below; the depth is bounded by ``FrameLimits/depth``.
    var value: PageFrame {
        PageFrame(
            id: id, url: page.url.text, outcome: outcome,
            hasOpaqueOrigin: page.place.isSandboxed || page.url.cookieURL?.scheme == "data", hops: hops,
            scriptFailures: scriptFailures, document: page.document, frames: page.frames.map(\.value))
    }
}
