import BridgePrimitives
public import BridgeTrace
import Scenarios
public import Testing
public import Worlds

/// Expects that the page that was opened last is signed in as the app's user.
///
/// Where it is not, the issue has the lines that `session-bridge run` prints: the root cause and its fix come first.
public func expectSignedIn(_ world: World, sourceLocation: Testing.SourceLocation = #_sourceLocation) async {
    var expectation = ScenarioExpectation()
    (expectation.verdict, expectation.signedInAs) = (.signedIn, ScenarioExpectation.userPlaceholder)
    await expect(expectation, of: world, sourceLocation)
}

/// Expects that the page that was opened last has ended as `verdict`, and that the trace gives `reasons` for it: codes that
/// `session-bridge reasons` lists. One that there is not is an issue of its own.
public func expectVerdict(
    _ verdict: Verdict, because reasons: String..., in world: World,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async {
    var expectation = ScenarioExpectation()
    for reason in reasons where ReasonCatalogue.all[ReasonCode(unchecked: reason)] == nil {
        Issue.record(
            "there is no reason \"\(reason)\"; \(ReasonCatalogue.all.suggestion(for: reason))",
            sourceLocation: sourceLocation)
        return
    }
    (expectation.verdict, expectation.reasons) = (verdict, reasons.map { ReasonCode(unchecked: $0) })
    await expect(expectation, of: world, sourceLocation)
}

/// Expects where a cookie has come to; what is nil is not looked at.
///
/// - Parameters:
///   - isStored: in the web view's store.
///   - isSent: with a request for the page that was opened last.
///   - isVisible: in `document.cookie`, as the page's guard reads it.
public func expectCookie(
    _ name: String, isStored: Bool? = nil, isSent: Bool? = nil, isVisible: Bool? = nil, in world: World,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
) async {
    var expectation = ScenarioExpectation()
    expectation.cookie = .init(name: name, isVisibleToScript: isVisible, isSent: isSent, isStored: isStored)
    await expect(expectation, of: world, sourceLocation)
}

/// A scenario without steps, in a world that has taken them already.
private func expect(
    _ expectation: ScenarioExpectation, of world: World, _ location: Testing.SourceLocation
) async {
    let source = Scenarios.SourceLocation(file: location.fileID, line: location.line, column: location.column)
    let scenario = Scenario(
        name: "the world at \(source)", source: source, setting: Scenario.Setting(), steps: [],
        expectation: expectation)
    let runner = ScenarioRunner(width: 1) { _, body in await body(WorldPlayer(world: world)) }
    let result = await runner.run(scenario)
    guard !result.hasPassed else { return }
    Issue.record(Comment(rawValue: Report.lines(for: result).joined(separator: "\n")), sourceLocation: location)
}
