import ArgumentParser
import BridgePrimitives
import Scenarios

/// Which scenarios are run.
struct ChoosingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Only scenarios whose name contains this, or has a match for it as a regular expression.",
            valueName: "text"))
    var filter: String?

    @Option(help: ArgumentHelp("Only scenarios with one of these tags; may be repeated.", valueName: "tag,…"))
    var tag: [String] = []

    @Option(help: ArgumentHelp("No scenarios with one of these tags; may be repeated.", valueName: "tag,…"))
    var exclude: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only one part of several, each scenario in exactly one: 2/5, or auto for what Bazel, GitLab, CircleCI,"
                + " Buildkite and Slurm say, or auto/5 where, as on Kubernetes, only the index is told.",
            valueName: "i/n"))
    var shard: String?

    @Option(
        help: ArgumentHelp("A JSON report of an earlier run, for shards that take equally long.", valueName: "file"))
    var durations: String?

    @Flag(name: .customLong("last-failed"), help: "Only scenarios that did not pass when they were run last.")
    var isLastFailed = false

    @Option(
        help: ArgumentHelp(
            "Where it is kept what failed last. Default: in the state folder, for each project.", valueName: "file"))
    var lastFailedFile: String?

    func validate() throws {
        if durations != nil, shard == nil { throw ValidationError("--durations goes with --shard") }
        // As from a variable that is not set: everything would run, and nobody would know.
        if tag.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            throw ValidationError("--tag is empty: name a tag, or leave the option out")
        }
    }

    /// - Parameter lastFailed: where the last run has left what failed.
    func chooser(lastFailed: LastFailedFile, repetitions: Int) throws(BridgeFailure) -> ScenarioChooser {
        func words(_ options: [String]) -> [String] {
            options.flatMap { $0.split(separator: ",").map { $0.trimming(" ") } }.uniqued()
        }
        var chooser = ScenarioChooser(
            ScenarioChoice(tags: words(tag), excludedTags: words(exclude), filter: filter))
        chooser.shard = try shard.map { text throws(BridgeFailure) in try ShardChoice(text) }
        chooser.durationsFile = durations
        chooser.lastFailed = isLastFailed ? lastFailed : nil
        chooser.repetitions = repetitions
        return chooser
    }
}

extension Substring {
    fileprivate func trimming(_ character: Character) -> String {
        var text = self
        while text.first == character { text.removeFirst() }
        while text.last == character { text.removeLast() }
        return String(text)
    }
}
