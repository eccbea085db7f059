import BridgePrimitives
public import BridgeTrace
import Captures
public import Cookies
import Tokens

/// A recording as one file without secrets, which is explained on another machine as it is here.
public struct CaptureBundle: Sendable {
    public let cookieName: String
    public let profile: CookieProfile?

    /// - Parameters:
    ///   - cookieName: the cookie that hands the session over.
    ///   - profile: of all clients; nil for the one that is nearest to what each says it is.
    public init(cookieName: String, profile: CookieProfile?) { (self.cookieName, self.profile) = (cookieName, profile) }

    /// Explains a recording twice, as it is and with stand-ins for its secrets, and gives the second as traces, one for each
    /// client: that of the client that matters first, with what all were read from.
    ///
    /// - Parameter path: a HAR file, or `-`.
    /// - Throws: `har/…`; `bundle/other-verdict` where a secret's own letters count, `bundle/holds-a-secret` where one is
    ///   left.
    /// - Complexity: O(n) in the file.
    public func make(of path: String) throws -> [RecordedTrace] {
        let capture = try CaptureFiles.read(path)
        let original = report(on: capture)
        var masked = MaskedCapture(seed: UInt64.random(in: 0...UInt64.max))
        let text = masked.har(of: capture).text()
        let name = masked.name(path.split(separator: "/").last.map(String.init) ?? path, or: "capture.har")
        var input = ReplayInput(
            file: name, text: text, scenario: "", modules: [:], profile: profile?.name ?? "", strictness: "strict",
            seed: 1)
        input.cookie = masked.cookie(cookieName)
        let again = try Self.report(on: input)
        guard Self.codes(of: original) == Self.codes(of: again) else {
            throw BundleReason.otherVerdict.failure(
                "the recording shows \(original.cause.code), and with stand-ins \(again.cause.code)")
        }
        var traces = again.recordingsLedByCause(named: name)
        traces[0].input = input
        try Self.mustHoldNone(of: capture, traces.map(\.text).joined())
        return traces
    }

    /// Explains what a bundle holds: traces as ``make(of:)`` has them.
    ///
    /// - Throws: `bundle/not-a-bundle`, and what is wrong with the HAR in it.
    public static func replay(_ input: ReplayInput) throws -> [RecordedTrace] {
        try report(on: input).recordingsLedByCause(named: input.file)
    }

    private static func report(on input: ReplayInput) throws -> CaptureReport {
        let profile = CookieProfile.named(input.profile)
        guard profile != nil || input.profile.isEmpty, let cookie = input.cookie else {
            throw BundleReason.notABundle.failure("this version knows no profile \"\(input.profile)\"")
        }
        return CaptureBundle(cookieName: cookie, profile: profile)
            .report(on: try HARReader.read(Array(input.text.utf8), named: input.file))
    }

    private func report(on capture: Capture) -> CaptureReport {
        CaptureReport(capture, profile: profile, cookieName: cookieName, masking: Masking(.fingerprints))
    }

    /// Of each client, the one that matters first.
    private static func codes(of report: CaptureReport) -> [[ReasonCode]] {
        [[report.cause.code]] + report.parts.map { [$0.explanation.cause.code] + $0.explanation.findings.map(\.code) }
    }

    /// What was meant to be gone is looked for: a value that is long enough to be known by.
    private static func mustHoldNone(of capture: Capture, _ text: String) throws(BridgeFailure) {
        var values: Set<String> = []
        for exchange in capture.exchanges {
            let lines =
                [exchange.cookieHeader].compactMap(\.self)
                + exchange.setCookies.map {
                    Secret(String($0.reveal().prefix { $0 != ";" }))
                }
            for pair in lines.flatMap({ CookiePair.read($0.reveal()) }) { values.insert(pair.value) }
            if let bearer = exchange.bearer { values.insert(bearer.reveal()) }
        }
        let masking = Masking(.fingerprints)
        for value in values where value.utf8.count >= 16 && masking.text(value).text != value && text.contains(value) {
            throw BundleReason.holdsSecret.failure("a value of a cookie is left in a place that nobody looks at")
        }
    }
}
