import WebViews

/// A script that is put into every document.
@preconcurrency @MainActor
public final class WKUserScript {
    public let source: String
    public let injectionTime: WKUserScriptInjectionTime
    public let isForMainFrameOnly: Bool
    private let world: WKContentWorld

    /// A script among the page's own names.
    ///
    /// - Parameter forMainFrameOnly: whether frames are left out; origins never are.
    public convenience init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        self.init(source: source, injectionTime: injectionTime, forMainFrameOnly: forMainFrameOnly, in: .page)
    }

    /// - Parameters:
    ///   - forMainFrameOnly: whether frames are left out; origins never are.
    ///   - contentWorld: whose names the script sees and adds to; it finds that world's message handlers.
    public init(
        source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool,
        in contentWorld: WKContentWorld
    ) {
        (self.source, self.injectionTime) = (source, injectionTime)
        (isForMainFrameOnly, world) = (forMainFrameOnly, contentWorld)
    }

    var script: UserScript {
        UserScript(
            source: source, injectionTime: injectionTime == .atDocumentStart ? .atDocumentStart : .atDocumentEnd,
            forMainFrameOnly: isForMainFrameOnly, world: world.world)
    }
}

public enum WKUserScriptInjectionTime: Int, Sendable {
    /// When the document exists and before any of it is read; its request has been made by then.
    case atDocumentStart = 0
    /// When the document has been read.
    case atDocumentEnd = 1
}
