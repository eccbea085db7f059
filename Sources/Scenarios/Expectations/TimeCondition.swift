import BridgePrimitives

/// How long it may all take, or one step of it, by the world's clock.
public struct TimeCondition: Hashable, Sendable {
    public var bounds = DurationBounds()
    /// The step's name, the last of those with it; nil for all from the beginning.
    public var step: String?

    public init(_ bounds: DurationBounds = DurationBounds(), step: String? = nil) {
        (self.bounds, self.step) = (bounds, step)
    }

    func mismatches(with observation: Observation) -> [Mismatch] {
        let what = step.map { "step \($0)" } ?? "all of it"
        let expected = "\(what) to take \(bounds.text)"
        guard let step else {
            return [
                .unless(bounds.contains(observation.worldTime), expected, "it took \(observation.worldTime.worldText)")
            ]
            .compactMap(\.self)
        }
        let time = observation.stepTimes.last { $0.step == step }
        var mismatch = Mismatch.unless(
            time.map { bounds.contains($0.elapsed) } ?? false, expected,
            time.map { "it took \($0.elapsed.worldText)" } ?? "no such step was taken")
        mismatch?.step = step
        return [mismatch].compactMap(\.self)
    }
}

extension TimeCondition {
    static let settings = Settings(
        "took", startingWith: Self(),
        [
            Field<Self>("at-least", \.bounds.atLeast, .duration, "No shorter than this."),
            Field("at-most", \.bounds.atMost, .duration, "No longer than this."),
            Field("step", \.step, .stepName, "Which step, the last of its name; all of it unless given."),
        ], complaint: { $0.bounds.complaint })
}
