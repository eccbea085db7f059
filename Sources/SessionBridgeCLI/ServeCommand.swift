import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Cookies
import HTTPLoader
import Reporting
import Serving
import Worlds

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves the auth service, the backend and the sample web app.",
        discussion: """
            Accounts, keys and certificates are kept between runs; --ephemeral keeps nothing. Stop it with Ctrl-C: \
            requests in flight finish, and what was acknowledged is on disk. So do SIGTERM, SIGHUP and SIGQUIT. A \
            second signal ends it at once.

            Each request that is refused is one line on standard error, with its reasons and what to do; --verbose adds \
            each request, --quiet leaves both out.
            """)

    @OptionGroup var common: CommonOptions
    @OptionGroup var projectFile: ProjectOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var strictness: StrictnessOptions

    @Option(
        help: ArgumentHelp(
            "The Firebase project that ID tokens are for.", discussion: "Default: \(WorldSettings().projectID).",
            valueName: "id"))
    var project: String?

    @Flag(name: .shortAndLong, help: "Also tell each request: method, URL, status, milliseconds.")
    var verbose = false

    @Flag(help: "Keep nothing: accounts in memory, fresh keys.")
    var ephemeral = false

    @Option(
        name: .customLong("port-base"),
        help: ArgumentHelp("Six ports in a row from here; 0 for any free ones.", valueName: "port"))
    var portBase: Int?

    @Option(help: ArgumentHelp("Users, tenants and settings to begin with, in YAML.", valueName: "file"))
    var seeds: String?

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "Begin with this accounts.json, or the folder of firebase emulators:export, instead of what is kept.",
            valueName: "path"))
    var importPath: String?

    @Option(
        name: .customLong("export-on-exit"),
        help: ArgumentHelp(
            "Write all accounts here at the end: a file that ends in .json, or a folder the emulator can import.",
            valueName: "path"))
    var exportPath: String?

    @Option(
        name: .customLong("service-account"),
        help: ArgumentHelp("Take custom tokens of this service account; without it one is made.", valueName: "file"))
    var serviceAccount: String?

    @Option(
        help: ArgumentHelp(
            "A web app of your own: a folder, served instead of the sample, or a URL, which is announced.",
            valueName: "folder or url"))
    var web: String?

    @Option(
        help: ArgumentHelp(
            "What stands in front of backend and web app: \(EdgeProfile.all.map(\.name).joined(separator: ", ")).",
            valueName: "name"))
    var edge = EdgeProfile.direct.name

    @Option(help: ArgumentHelp("A backend of your own, announced instead of ours.", valueName: "url"))
    var backend: String?

    func validate() throws {
        if ephemeral, common.state != nil { throw ValidationError("--ephemeral keeps nothing, so it takes no --state") }
        if let portBase, portBase != 0, !(1...65_530).contains(portBase) {
            throw ValidationError("--port-base takes 0, or a port up to 65530")
        }
        if let project { try Self.checkProject(project) }
    }

    static func checkProject(_ project: String) throws {
        guard !project.isEmpty, project.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }) else {
            throw ValidationError("--project takes an id such as demo-bridge")
        }
    }

    /// - Throws: `usage/bad-url`.
    private static func address(_ text: String, _ option: String) throws(BridgeFailure) -> String {
        do throws(BridgeFailure) {
            _ = try WebURL(text)
            return text
        } catch {
            throw BridgeFailure(UsageReason.badURL, cause: "\(option): \(error.cause)", fix: error.fix)
        }
    }

    func run() async throws {
        try await runningVerb(common.masking) {
            var serving = Serving()
            let file = try projectFile.load(isQuiet: common.quiet)
            if let file { try serving.adopt(file) }
            if let project { serving.settings.projectID = project }
            serving.settings.seed = seeding.seed
            serving.settings.edge = try edge.asEdgeProfile()
            serving.settings.masking = common.masking
            strictness.apply(to: &serving.settings)
            serving.stateFolder =
                file == nil
                ? common.state : ProjectOptions.stateFolder(common.state, of: serving.settings.projectID)
            serving.isEphemeral = ephemeral
            // A folder's name has no scheme.
            if let web {
                let isURL = web.contains("://")
                serving.webURL = isURL ? try Self.address(web, "--web") : nil
                serving.webRoot = isURL ? nil : web
            }
            if let seeds { serving.seedFile = seeds }
            (serving.importPath, serving.exportPath) = (importPath, exportPath)
            serving.serviceAccountFile = serviceAccount
            if let backend {
                (serving.backendURL, serving.ownBackend) = (try Self.address(backend, "--backend"), nil)
            }
            if !common.quiet {
                let text = ServedEventText(isVerbose: verbose)
                serving.observer = { event in if let line = text.line(for: event) { Console.note(line) } }
            }
            serving.warn = { Console.note("session-bridge: \($0)") }
            if let portBase { serving.ports = Serving.Ports(base: portBase) }
            let (isJSON, isQuiet, masking) = (common.json, common.quiet, Masking(common.masking))
            // Caught before anything starts: a signal during the start must stop what has started by then.
            let ending = await EndingSignal()
            try await serving.run { addresses in
                if isJSON {
                    Console.print(addresses.json(masking: masking).text())
                } else {
                    for row in addresses.rows {
                        Console.print(row.name + String(repeating: " ", count: max(1, 14 - row.name.count)) + row.value)
                    }
                    if !isQuiet { Console.note("Ready. Ctrl-C stops it.") }
                }
            } untilStopped: {
                await ending.wait()
            }
            if let code = ending.exitCode, code != 0 { throw ExitCode(code) }
        }
    }
}
