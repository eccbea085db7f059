import BridgePrimitives
package import BridgeTrace
package import Cookies

/// A visit told in the events that the model writes, and the requests in which the engine did otherwise than the model.
///
/// Requests carry the cookies that were really sent. What was stored and withheld, and why, is the model's word: no
/// engine tells it.
package struct EngineComparison {
    /// By the engine's clock, numbered from 0.
    package let events: [TraceEvent]
    package let differences: [EngineDifference]

    /// - Parameters:
    ///   - profile: of the model.
    ///   - masking: learns the visit's secrets before anything is written.
    ///   - numbering: whose numbers requests get, in a trace that goes on; nil for numbers from 1, in a trace of this
    ///     visit alone, which also tells what scripts could read at the end.
    package init(
        _ replay: EngineReplay, profile: CookieProfile, masking: Masking, numbering: TraceLog? = nil
    ) {
        let page = replay.page
        let clock = WorldClock.frozen(at: page.exchanges.first?.start ?? Instant(millisecondsSinceEpoch: 0))
        let trace = TraceLog(clock: clock, masking: masking)
        var recorder = EngineRecorder(
            clock: clock, trace: trace, numbering: numbering ?? trace, tellsLastRead: numbering == nil)
        recorder.actor = replay.actor
        recorder.learnSecrets(of: page)
        let (headers, hops) = replay.headersAndHops(profile, recorder: recorder)
        differences = EngineDifferences(replay: replay, profile: profile).explained(in: headers).map { row in
            let exchange = page.exchanges[row.index]
            return EngineDifference(
                hop: hops[row.index] ?? 0, url: masking.url(exchange.url).text,
                sent: CookiePairs.read(exchange.cookieHeader?.reveal()).map(\.name),
                expected: CookiePairs.read(headers[row.index] ?? nil).map(\.name), profile: profile.name,
                explanation: row.explanation, isOnItsWay: row.isOnItsWay)
        }
        events = trace.events
    }
}
