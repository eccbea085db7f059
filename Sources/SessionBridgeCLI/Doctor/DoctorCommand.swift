import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Doctoring
import Foundation
import Linting
import Listening
import Project
import Worlds

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract:
            "Says what is wrong with a set-up before anything runs: addresses, emulators, projects, certificates.",
        discussion: """
            Looks at this machine, at a serve that runs, at the project file, and at an app's folder: firebase.json, \
            .firebaserc, Info.plist, GoogleService-Info.plist, entitlements, .env files, package.json and the sources. \
            Nothing is changed, and no token is asked for. Exits with 1 where something is wrong.

              session-bridge doctor
              session-bridge doctor ~/src/shop --all
              session-bridge doctor --json
            """)

    @Argument(help: ArgumentHelp("The app's folders. Default: this one.", valueName: "path"), completion: .directory)
    var paths: [String] = ["."]

    @Option(
        name: .customLong("serve-url"),
        help: ArgumentHelp(
            "The inspector's address of a serve that runs. Default: http://127.0.0.1:4040, if it answers.",
            valueName: "url"))
    var serveURL: String?

    private static let usualServeURL = "http://127.0.0.1:4040"

    @Option(
        help: ArgumentHelp(
            "Where serve keeps keys and certificates. Default: a folder of the user's.", valueName: "folder"))
    var state: String?

    @Flag(help: "Also list what is in order, and what does not apply.")
    var all = false

    @Flag(help: "Print one JSON object a check.")
    var json = false

    @OptionGroup var projectOptions: ProjectOptions

    func run() async throws {
        try await runningVerb {
            var surroundings = Surroundings(now: SystemTime.now)
            let folders = try SourceFolders(paths, wanted: AppSetup.isWanted)
            AppSetup.read(folders.files, into: &surroundings)
            MachineSetup.read(environment: ProcessInfo.processInfo.environment, into: &surroundings)
            var projectID: String?
            if let loaded = try projectOptions.read(isQuiet: json) {
                MachineSetup.read(loaded.project, path: loaded.path, into: &surroundings)
                projectID = loaded.project.auth.projectID
            }
            await MachineSetup.readServe(at: serveURL ?? Self.usualServeURL, into: &surroundings)
            if let serveURL, surroundings.served == nil {
                throw DoctorVerbReason.noServe.failure("no serve answers at \(serveURL)")
            }
            await MachineSetup.readDate(into: &surroundings)
            let named = surroundings.sources.flatMap(\.emulators).compactMap(\.port)
            MachineSetup.readPorts(named: named, into: &surroundings)
            let folder = ProjectOptions.stateFolder(state, of: projectID ?? WorldSettings().projectID)
            MachineSetup.read(state: folder ?? WorldMaterial.usualStateFolder, into: &surroundings)
            if !json {
                for note in folders.notes { Console.note(note) }
                if let url = surroundings.project?.backendURL, surroundings.serviceDate == nil {
                    let why = url.contains("${") ? "its port is known only when it runs" : "it did not answer"
                    Console.note("not checked: the clock of \(url), as \(why)")
                }
            }
            try tell(Examination(of: surroundings))
        }
    }

    private func tell(_ examination: Examination) throws {
        let masking = Masking(.fingerprints)
        let palette = Palette(isOn: Console.hasColour)
        func masked(_ text: String) -> String { masking.text(text).text }
        for area in DoctorArea.allCases {
            let rows = examination.rows.filter { $0.area == area && (all || json || $0.outcome == .wrong) }
            guard !rows.isEmpty else { continue }
            if !json { Console.print(palette.bold(area.rawValue)) }
            for row in rows {
                guard !json else {
                    Console.print(row.json(masked: masked).text())
                    continue
                }
                let code = row.reason.rawValue
                switch row.outcome {
                case .ok: Console.print("  \(palette.green("✓")) \(code)")
                case .notApplicable: Console.print("  \(palette.dim("– \(code)"))")
                case .wrong:
                    Console.print("  \(palette.red("✗")) \(palette.bold(code)): \(row.reason.meaning)")
                    for evidence in row.evidence {
                        Console.print("      \(evidence.place): \(masked(evidence.what))")
                    }
                    Console.print("      → \(row.reason.fix)")
                }
            }
        }
        let wrong = examination.count(.wrong)
        Console.note(
            "\(wrong) of \(examination.rows.count) \(wrong == 1 ? "is" : "are") wrong, \(examination.count(.ok)) in order,"
                + " \(examination.count(.notApplicable)) do not apply")
        if wrong > 0 { throw ExitCode(1) }
    }
}
