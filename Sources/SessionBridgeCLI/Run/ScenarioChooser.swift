import BridgePrimitives
import Files
import Project
import Scenarios

/// Finds out which scenarios are to be run: from paths, names, tags, the last run and the shard.
struct ScenarioChooser: Sendable {
    var choice: ScenarioChoice
    var shard: ShardChoice?
    /// An earlier report, for shards of the same length; nil for estimates.
    var durationsFile: String?
    /// Where the last run wrote what had failed; nil where that is not asked.
    var lastFailed: LastFailedFile?
    var repetitions = 1
    /// Win over those that files have.
    var variables: [String: String] = [:]

    init(_ choice: ScenarioChoice = ScenarioChoice()) { self.choice = choice }

    /// What was chosen, and what somebody should know of how.
    struct Chosen: Sendable {
        var planned: [PlannedScenario]
        /// All that stands at the paths.
        var all: [PlannedScenario]
        var shard: Shard?
        /// How many scenarios all shards have together; nil where nobody has split them.
        var scenariosOfAllShards: Int?
        var notes: [String] = []
    }

    /// - Parameter environment: the process's variables.
    /// - Throws: what is wrong with the files, `run/…` where nothing is left, `report/…` for the durations.
    func choose(at paths: [String], environment: [String: String]) throws -> Chosen {
        let all = try ScenarioFiles.planned(at: paths, variables: variables)
        var chosen = Chosen(planned: try choice.chosen(among: all), all: all)
        chosen.notes += choice.unknownTags(among: all).map { "no scenario has the tag \"\($0)\"" }
        if let lastFailed { try narrow(&chosen, to: lastFailed) }
        try split(&chosen, environment)
        chosen.planned = PlannedScenario.repeating(chosen.planned, repetitions)
        return chosen
    }

    private func narrow(_ chosen: inout Chosen, to file: LastFailedFile) throws {
        guard let last = try file.read() else {
            chosen.notes.append("there is no last run to go by: all are run")
            return
        }
        guard !last.failed.isEmpty else {
            chosen.notes.append("nothing failed last time: all are run")
            return
        }
        let failed = chosen.planned.filter { last.failed.contains(file.key(of: $0.key)) }
        guard !failed.isEmpty else {
            chosen.notes.append("what failed last time is not among these: all are run")
            return
        }
        chosen.notes.append("\(failed.count) of \(chosen.planned.count) failed last time: those are run")
        chosen.planned = failed
    }

    private func split(_ chosen: inout Chosen, _ environment: [String: String]) throws {
        switch shard {
        case nil: return
        case .one(let shard): chosen.shard = shard
        case .auto(let count):
            let around = try ShardEnvironment(environment, count: count)
            guard let shard = around.shard else {
                chosen.notes.append("nobody has split this run: all are run")
                return
            }
            chosen.shard = shard
            chosen.notes.append("shard \(shard), as \(around.scheduler ?? "") says")
            if let file = around.statusFile { try OutputFile.write("", to: file) }
        }
        guard let shard = chosen.shard else { return }
        let durations = try durationsFile.map { try RunReportFile.read($0).durations } ?? [:]
        let plan = ShardPlan(chosen.planned, durations: durations, count: shard.count)
        let all = chosen.planned.count
        chosen.scenariosOfAllShards = PlannedScenario.repeating(chosen.planned, repetitions).count
        chosen.planned = plan.scenarios(of: shard, among: chosen.planned)
        chosen.notes.append("shard \(shard): \(chosen.planned.count) of \(all) scenarios")
    }
}
