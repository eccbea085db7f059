import BridgePrimitives
import Files
import Listening

/// Starts an engine, lends it to `body`, and ends it with all that it has started, however `body` ends.
///
/// - Parameters:
///   - authority: certificates in PEM form: servers whose chain leads to one of them are trusted, beside those that the
///     system trusts (Chromium brings its own). Nil for the latter alone.
///   - timeouts: `command` bounds each request, `page` a load.
///   - place: where the helper over WebKitGTK is looked for.
/// - Throws: as ``withWebKitHelper(trusting:timeouts:at:_:)`` and ``withChromium(trusting:timeouts:_:)``.
public func withPageEngine<Value>(
    _ kind: PageEngineKind, trusting authority: String? = nil, timeouts: EngineTimeouts = EngineTimeouts(),
    at place: HelperPlace = HelperPlace(), _ body: (EngineHelper) async throws -> Value
) async throws -> Value {
    switch kind {
    case .webkitgtk:
        let trusted = authority.map { [$0, SystemCertificates.pem()].joined(separator: "\n") }
        return try await withWebKitHelper(trusting: trusted, timeouts: timeouts, at: place, body)
    case .chromium: return try await withChromium(trusting: authority, timeouts: timeouts, body)
    }
}

extension PageEngineKind {
    /// Whether the engine can be started, as far as that is known before it is.
    ///
    /// - Throws: what ``withPageEngine(_:trusting:timeouts:at:_:)`` throws for what is not installed.
    func checkIsInstalled(at place: HelperPlace) throws(BridgeFailure) {
        switch self {
        case .webkitgtk: _ = try place.find()
        case .chromium: _ = try ChromiumProgram.location()
        }
    }
}
