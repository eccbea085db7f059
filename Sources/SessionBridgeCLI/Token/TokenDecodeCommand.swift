import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Tokens

struct TokenDecodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode",
        abstract: "Says what a token is, for which project, how old, who takes it, and what the others say.",
        discussion: """
            Signatures are not checked: see session-bridge token verify. Readers are asked for the token's own project \
            unless --project names another. Exits with 65 when there is no token in the text.

              session-bridge token mint --uid u1 | session-bridge token decode -
              pbpaste | session-bridge token decode - --at +61m
              session-bridge token decode 'customtoken=e30.eyJhdWQiOiJteS1hcHAifQ.; Path=/'
            """)

    @OptionGroup var pasted: PastedTokenOptions
    @OptionGroup var time: TimeOptions

    @Option(help: ArgumentHelp("The project of who is given the token.", valueName: "id"))
    var project: String?

    @Flag(help: "Print one JSON object a token.")
    var json = false

    @Flag(name: .customLong("show-secrets"), help: "Print tokens in full.")
    var showSecrets = false

    func run() async throws {
        try await runningVerb(showSecrets ? .revealed : .fingerprints) {
            try BridgeFailure.checkProject(project)
            let masking = Masking(showSecrets ? .revealed : .fingerprints)
            let credentials = try pasted.pasted().credentials
            let now = try time.now()
            if let defect = credentials.lazy.compactMap(\.inspected.defect).first {
                throw TokenVerbReason.noToken.failure(defect.cause)
            }
            for (index, credential) in credentials.enumerated() {
                let report = TokenReport(
                    credential, projectID: project, keys: KnownKeys(), now: now, masking: masking)
                if json {
                    Console.print(report.json.text())
                } else {
                    if index > 0 { Console.print("") }
                    Console.print(report.lines)
                }
            }
        }
    }
}
