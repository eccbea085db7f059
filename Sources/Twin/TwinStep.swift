public import BridgePrimitives
public import BridgeTrace

/// A step of a scenario, taken by the headless view and by a real browser.
public struct TwinStep: Sendable {
    /// Something that the two have not in common.
    public struct Difference: Sendable {
        /// `cookie jar`, `route` …
        public let aspect: String
        /// Lines of text, not empty.
        public let headless: [String]
        public let browser: [String]
        /// Why that is no fault of the chosen profile; empty when nothing explains it.
        public let explanations: [TwinReason]
    }

    /// `open /orders`.
    public let name: String
    /// What the two agree on; empty for steps that no view takes.
    public let agreements: [(aspect: String, lines: [String])]
    public let differences: [Difference]

    /// A step that the app takes by itself, once for both.
    init(native name: String) { (self.name, agreements, differences) = (name, [], []) }

    /// - Parameters:
    ///   - reference: the headless view under the browser's own profile; nil when that is the chosen one.
    ///   - clockHasMoved: whether the scenario has moved the world's clock before.
    init(
        name: String, headless: TwinViewState, reference: TwinViewState?, browser: TwinViewState, clockHasMoved: Bool
    ) {
        self.name = name
        var agreements: [(aspect: String, lines: [String])] = []
        var differences: [Difference] = []
        for aspect in TwinViewState.Aspect.allCases {
            guard headless[aspect] != browser[aspect] else {
                agreements.append((aspect.rawValue, headless[aspect]))
                continue
            }
            var explanations: [TwinReason] = []
            if let reference, reference[aspect] == browser[aspect] { explanations.append(.enginesProfile) }
            if clockHasMoved, Self.outlives(headless[.jar], browser[.jar]) { explanations.append(.browsersClock) }
            if MintedTokens.areAMomentApart(headless[aspect], browser[aspect]) { explanations.append(.askedByItself) }
            differences.append(
                Difference(
                    aspect: aspect.rawValue, headless: headless[aspect], browser: browser[aspect],
                    explanations: explanations))
        }
        (self.agreements, self.differences) = (agreements, differences)
    }

    /// Whether the browser still has cookies with an expiry that the headless view has no more.
    private static func outlives(_ headless: [String], _ browser: [String]) -> Bool {
        browser.contains { $0.hasSuffix("; with an expiry") && !headless.contains($0) }
    }

    /// The differences that nothing explains.
    public var faults: [Difference] { differences.filter(\.explanations.isEmpty) }
}

/// What came of one scenario, beside a real browser.
public struct TwinResult: Sendable {
    public enum Outcome: Sendable {
        case compared([TwinStep])
        /// It cannot be run in a real browser.
        case incomparable([TwinReason])
        /// A step failed for both: the app's own, before any page.
        case stopped([TwinStep], step: String, message: String, reasons: [ReasonCode])
    }

    /// The scenario's name.
    public let name: String
    public let profile: String
    public let browser: String
    public let outcome: Outcome
    /// Why the headless view ended otherwise than the scenario expects; nil when it did as expected.
    public let rootCause: RootCause?

    public var steps: [TwinStep] {
        switch outcome {
        case .compared(let steps), .stopped(let steps, _, _, _): steps
        case .incomparable: []
        }
    }

    /// Whether nothing differs that the chosen profile does not explain.
    public var isAlike: Bool { steps.allSatisfy(\.faults.isEmpty) }
}
