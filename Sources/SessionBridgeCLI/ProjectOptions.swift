import ArgumentParser
import BridgePrimitives
import Project
import Worlds

/// For verbs that a project file tells about the user's own app. What is typed wins over it.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .customLong("project-file"),
        help: ArgumentHelp(
            "The project file. Default: the nearest \(ProjectFile.name), from here upwards.", valueName: "file"))
    var projectFile: String?

    @Flag(name: .customLong("no-project-file"), help: "Read no project file.")
    var noProjectFile = false

    func validate() throws {
        if noProjectFile, projectFile != nil {
            throw ValidationError("--project-file and --no-project-file exclude each other")
        }
    }

    /// The project file, which is named on standard error unless it was typed or `isQuiet`; nil when there is none. One that
    /// was not typed must be the user's.
    func load(isQuiet: Bool) throws -> LoadedProject? {
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
        _ engine: EngineOptions? = nil
    ) throws -> WorldSettings {
        var settings = try load(isQuiet: common.quiet)?.worldSettings() ?? WorldSettings()
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
