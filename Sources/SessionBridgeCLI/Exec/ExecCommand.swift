import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Files
import Project
import Proxying
import Serving
import Worlds

struct ExecCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exec", abstract: "Runs a command, your tests say, with the services around it.",
        usage: "session-bridge exec [<options>] [--] <command> …",
        discussion: """
            The auth service, the backend and the web app are there while the command runs, on free ports, and the \
            command finds them in its environment: FIREBASE_AUTH_EMULATOR_HOST, GCLOUD_PROJECT and \
            GOOGLE_APPLICATION_CREDENTIALS, which Admin SDKs read, and SESSION_BRIDGE_AUTH, _CERTIFICATES, _BACKEND, _WEB, \
            _CONTROL, _CA and _PROJECT (_BACKEND_TLS and _WEB_TLS for HTTPS). Nothing is kept unless --state says where. \
            Of a project file it takes the auth service's project, strictness, tokens and users.

            With --google-hosts the command believes that it speaks with Google: HTTPS_PROXY leads it to a proxy that \
            answers Google's hosts as production does, and SSL_CERT_FILE, REQUESTS_CA_BUNDLE and NODE_EXTRA_CA_CERTS \
            name the certificates of this run. Hosts elsewhere are refused unless --allow-host names them.

            Signals, input and output are the command's. The exit code is its own, 128 and the signal's number where a \
            signal ended it, 127 where there is no such command, 126 where it cannot be run. What the services saw and \
            refused is told on standard error at the end.

            Two lines to copy:
              session-bridge exec -- npm test
              session-bridge exec --google-hosts -- pytest
            """)

    @OptionGroup var projectFile: ProjectOptions
    @OptionGroup var strictness: StrictnessOptions
    @OptionGroup var seeding: SeedOptions
    @OptionGroup var tracing: TraceFileOptions

    @Flag(name: .customLong("google-hosts"), help: "Answer Google's hosts through a proxy, as production does.")
    var googleHosts = false

    @Option(
        name: .customLong("allow-host"),
        help: ArgumentHelp(
            "With --google-hosts, also let this host through, or *.NAME for all under it; may be repeated.",
            valueName: "name"))
    var allowedHosts: [AllowedHostOption] = []

    @Option(help: ArgumentHelp("The Firebase project that ID tokens are for.", valueName: "id"))
    var project: String?

    @Option(
        help: ArgumentHelp("Users, tenants and settings to begin with, in YAML.", valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var seeds: String?

    @Option(
        name: .customLong("service-account"),
        help: ArgumentHelp("Take tokens of this service account; without it one is made.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var serviceAccount: String?

    @Option(
        help: ArgumentHelp("Keep accounts, keys and certificates here, for the next time.", valueName: "folder"),
        completion: .directory)
    var state: String?

    @Flag(help: "Keep nothing: accounts in memory, fresh keys. This is the default.")
    var ephemeral = false

    @Option(
        name: .customLong("port-base"),
        help: ArgumentHelp("Six ports in a row from here; any free ones without it.", valueName: "port"))
    var portBase = 0

    @Option(
        help: ArgumentHelp("Write what the services saw and refused to this file, as JSON.", valueName: "file"),
        completion: .file())
    var summary: String?

    @Flag(name: .shortAndLong, help: "Also tell each request as it comes, and each refusal.")
    var verbose = false

    @Flag(help: "Tell nothing at the end.")
    var quiet = false

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The command and what it is given, as it would be typed.", valueName: "command"))
    var words: [String] = []

    func validate() throws {
        if ephemeral, state != nil { throw ValidationError("--ephemeral keeps nothing, so it takes no --state") }
        guard portBase == 0 || (1...65_530).contains(portBase) else {
            throw ValidationError("--port-base takes 0, or a port up to 65530")
        }
        if !googleHosts, !allowedHosts.isEmpty {
            throw ValidationError("--allow-host says what the proxy of --google-hosts lets through")
        }
        if let first = words.first, ["-h", "--help"].contains(first) { throw CleanExit.helpRequest(Self.self) }
        // Whatever is no option of ours and does not stand behind -- was meant as one.
        if let first = words.first, first.hasPrefix("-"), first != "--" {
            throw ValidationError("Unknown option '\(first)'; what belongs to the command stands after its name")
        }
        guard !command.isEmpty else { throw ValidationError("there is no command: write exec -- npm test") }
    }

    /// Without the terminator.
    private var command: [String] { words.first == "--" ? Array(words.dropFirst()) : words }

    func run() async throws {
        try await runningVerb {
            if let project { try ServeCommand.checkProject(project) }
            // Before anything is opened: what is open now is the command's too.
            let inherited = InheritedFiles()
            let signals = await ForwardedSignals()
            if let summary { try OutputFile.check(summary) }
            let told = ServedSummary()
            let output = try tracing.output(isSecret: false)
            let file = try projectFile.load(isQuiet: quiet, startsCommands: false)
            let serving = try serving(of: file, telling: told, writing: output)
            let ending = try await serving.lend { addresses in
                let environment = CommandEnvironment(addresses).applied(to: ChildCommand.inheritedEnvironment)
                return await ChildCommand(words: command, environment: environment, files: inherited)
                    .run(forwarding: signals)
            }
            try output?.finish()
            if let summary { try OutputFile.write(told.json.text(indented: true) + "\n", to: summary) }
            if case .notStarted(let reason, let cause) = ending {
                Console.note(
                    "session-bridge: " + TypedSecrets.ofThisProcess().hidden(in: "error[\(reason.code)]: \(cause)"))
            } else if !quiet {
                for line in told.lines { Console.note("session-bridge: \(line)") }
            }
            if ending.exitCode != 0 { throw ExitCode(ending.exitCode) }
        }
    }

    private func serving(
        of file: LoadedProject?, telling told: ServedSummary, writing output: TraceFileOutput?
    ) throws -> Serving {
        var serving = Serving()
        if let file { serving.adoptAuthService(of: file) }
        if let project { serving.settings.projectID = project }
        serving.settings.seed = seeding.seed
        strictness.apply(to: &serving.settings)
        (serving.stateFolder, serving.isEphemeral) = (state, state == nil)
        let form = serving.settings.tokenForm ?? .usual(for: serving.settings.strictness)
        if googleHosts, form == .unsigned {
            throw ValidationError("Google's hosts give out signed tokens: add --tokens signed to --lenient")
        }
        if let seeds { serving.seedFile = seeds }
        serving.serviceAccountFile = serviceAccount
        serving.ports = Serving.Ports(base: portBase)
        if googleHosts { serving.googleFront = GoogleFront.Settings(allowedHosts: allowedHosts.map(\.host)) }
        let text = verbose && !quiet ? ServedEventText(isVerbose: true) : nil
        output?.begin(serving.traceHead)
        serving.observer = { event in
            told.note(event)
            if event.actor != .control { output?.append(event) }
            if let line = text?.line(for: event) { Console.note("session-bridge: \(line)") }
        }
        serving.warn = { Console.note("session-bridge: \($0.warning)") }
        return serving
    }
}
