import WebViews

/// A script that is put into every document.
@MainActor
public final class WKUserScript {
    public let source: String
    public let injectionTime: WKUserScriptInjectionTime
    public let isForMainFrameOnly: Bool

    /// - Parameter forMainFrameOnly: whether frames are left out; origins never are.
    public init(source: String, injectionTime: WKUserScriptInjectionTime, forMainFrameOnly: Bool) {
        (self.source, self.injectionTime, isForMainFrameOnly) = (source, injectionTime, forMainFrameOnly)
    }

    var script: UserScript {
        UserScript(
            source: source, injectionTime: injectionTime == .atDocumentStart ? .atDocumentStart : .atDocumentEnd,
            forMainFrameOnly: isForMainFrameOnly)
    }
}

public enum WKUserScriptInjectionTime: Int, Sendable {
    /// When the document exists and before any of it is read; its request has been made by then.
    case atDocumentStart = 0
    /// When the document has been read.
    case atDocumentEnd = 1
}
