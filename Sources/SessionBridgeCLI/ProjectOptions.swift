import ArgumentParser
import BridgePrimitives
import Project
import Proxying
import Scenarios
import Worlds

/// For verbs that a project file tells about the user's own app. What is typed wins over it.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .customLong("project-file"),
        help: ArgumentHelp(
            "The project file. Default: the nearest \(ProjectFile.name) or .yml, from here upwards.", valueName: "file")
    )
    var projectFile: String?

    @Flag(name: .customLong("no-project-file"), help: "Read no project file.")
    var noProjectFile = false

    @Flag(help: "Approve what the project's files do here: the commands that they start, the variables that they read.")
    var trust = false

    func validate() throws {
        if noProjectFile, projectFile != nil {
            throw ValidationError("--project-file and --no-project-file exclude each other")
        }
    }

    /// The project file, for a verb that does what the file says: its commands and what it reads must be approved.
    ///
    /// - Parameter startsCommands: whether the verb starts its services.
    /// - Throws: `project/not-trusted`; and as ``read(isQuiet:)``.
    func load(isQuiet: Bool, startsCommands: Bool) throws -> LoadedProject? {
        guard let loaded = try read(isQuiet: isQuiet) else { return nil }
        let folder = ScenarioFiles.place(of: ProjectFile.folder(of: loaded.path))
        try ProjectTrust(isGiven: trust).require(
            loaded.project.actions(startingCommands: startsCommands), in: folder)
        return loaded
    }

    /// Has what scenarios read of the environment approved, before any is played.
    ///
    /// - Parameter settings: those that they are played with.
    /// - Throws: `project/not-trusted`.
    func approve(_ scenarios: [Scenario], with settings: WorldSettings) throws(BridgeFailure) {
        let actions = ProjectAction.all(of: scenarios, sendingTo: settings.ownHosts)
        for (folder, actions) in actions.sorted(by: { $0.key < $1.key }) {
            try ProjectTrust(isGiven: trust).require(actions, in: folder)
        }
    }

    /// The project file, for a verb that only looks at it. It is named on standard error unless it was typed or `isQuiet`;
    /// nil when there is none. One that was not typed must be the user's.
    func read(isQuiet: Bool) throws -> LoadedProject? {
        if noProjectFile { return nil }
        guard let path = try projectFile ?? ProjectFiles.found() else { return nil }
        let project = try ProjectFiles.load(path)
        if !isQuiet, projectFile == nil { Console.note("session-bridge: project file \(path)") }
        return project
    }

    /// The world that it asks for, the usual one without it, with what was typed on top.
    ///
    /// A function without `async`, and not inlined: where such settings are made within an asynchronous one, the
    /// optimizer of Swift 6.3 crashes.
    @inline(never)
    func worldSettings(
        _ common: CommonOptions, _ web: ProfileOptions?, _ seeding: SeedOptions, _ strictness: StrictnessOptions,
        _ engine: EngineOptions? = nil, reaching hosts: AllowedHostOptions
    ) throws -> WorldSettings {
        var settings =
            try load(isQuiet: common.quiet, startsCommands: true)?.worldSettings() ?? WorldSettings()
        settings.allowedHosts = hosts.allowedHosts.map(\.host)
        if let profile = try web?.given() { settings.profile = profile }
        if let engine = engine?.engine { settings.engine = engine }
        settings.seed = seeding.seed
        settings.masking = common.masking
        strictness.apply(to: &settings)
        return settings
    }

    /// Where a project's keys and accounts are kept: unless the folder was typed, each project has one of its own within
    /// the usual one, since a service account belongs to one project.
    ///
    /// - Parameter folder: what was typed.
    static func stateFolder(_ folder: String?, of projectID: String) -> String? {
        guard folder == nil, projectID != WorldSettings().projectID else { return folder }
        return WorldMaterial.usualStateFolder + "/project-" + projectID
    }
}

/// For verbs that play scenarios.
struct AllowedHostOptions: ParsableArguments {
    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "A host that scenarios may ask beside this machine and the project's own, or *.NAME for all under it; may be"
                + " repeated.", valueName: "host"))
    var allowedHosts: [AllowedHostOption] = []
}

/// A name of `--allow-host`.
struct AllowedHostOption: ExpressibleByArgument {
    let host: AllowedHost

    init?(argument: String) {
        guard let host = AllowedHost(argument) else { return nil }
        self.host = host
    }
}
