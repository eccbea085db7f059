import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Tokens
import Worlds

struct TokenVerifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Verifies a token as its reader would, and tells the outcome of each check.",
        discussion: """
            Keys are those of the state folder, or of --certificates: an object of certificates by key id, as Google \
            publishes those of securetoken@system.gserviceaccount.com, a JSON Web Key Set, or a PEM file. Exits with 1 \
            when the token is refused.

              session-bridge token mint --uid u1 | session-bridge token verify -
              session-bridge token mint --uid u1 --kind id-token | session-bridge token verify - --at +61m
              pbpaste | session-bridge token verify - --project my-app \\
                --certificates certificates.json
            """)

    @OptionGroup var pasted: PastedTokenOptions
    @OptionGroup var time: TimeOptions

    @Option(help: ArgumentHelp("Whose tokens are taken; without it demo-bridge.", valueName: "id"))
    var project: String?

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp("What is expected; without it what the token is.", valueName: "kind"))
    var kind: TokenKindOption?

    @Option(help: ArgumentHelp("Where the public keys are.", valueName: "file|url"))
    var certificates: String?

    @Option(help: ArgumentHelp("The folder of a served world, whose keys are taken.", valueName: "folder"))
    var state: String?

    @Option(help: ArgumentHelp("How far clocks may be apart: 0s to 60s.", valueName: "duration"))
    var skew = "0s"

    @Flag(help: "Print one JSON object.")
    var json = false

    @Flag(name: .customLong("show-secrets"), help: "Print tokens in full.")
    var showSecrets = false

    @OptionGroup var timing: TimeoutOptions

    func run() async throws {
        try await runningVerb(showSecrets ? .revealed : .fingerprints, within: timing.timeout) {
            try BridgeFailure.checkProject(project)
            guard let clockSkew = Duration(worldText: skew), (.zero ... .seconds(60)).contains(clockSkew) else {
                throw UsageReason.badDuration.failure("\"\(skew)\" is no duration from 0s to 60s", fix: "write 5s")
            }
            let credentials = try pasted.pasted().credentials
            // After the input, which may have been waited for: a token is often made meanwhile.
            let now = try time.now()
            guard let credential = credentials.first else { return }
            if let defect = credential.inspected.defect { throw TokenVerbReason.noToken.failure(defect.cause) }
            let projectID = project ?? ownProject(of: credential.inspected, now: now) ?? WorldSettings().projectID
            let verification = TokenVerification(
                credential.inspected, by: kind?.reader, projectID: projectID,
                keys: try await keys(for: credential.inspected.token, of: projectID, now: now), now: now,
                clockSkew: clockSkew, masking: Masking(showSecrets ? .revealed : .fingerprints))
            if json {
                Console.print(verification.json.text())
            } else {
                Console.print(verification.lines)
            }
            guard verification.isAccepted else { throw ExitCode(1) }
        }
    }

    /// The token's own project, where nobody named one and its keys are there; nil for the usual project.
    private func ownProject(of token: InspectedCredential, now: Instant) -> String? {
        guard state == nil, let own = token.projectID, own != WorldSettings().projectID,
            (try? BridgeFailure.checkProject(own)) != nil,
            certificates != nil
                || (try? StateKeys.known(in: ProjectOptions.stateFolder(nil, of: own), now: now)) != nil
        else { return nil }
        Console.note("project \(own), as the token says; --project checks for another")
        return own
    }

    private func keys(for token: UnverifiedToken?, of projectID: String, now: Instant) async throws -> [KnownKeys] {
        if let certificates {
            return try await PublishedKeys.read(certificates) {
                try TracingTransport.make(certificates: nil, stateFolder: state)
            }.keys(for: token)
        }
        let folder = ProjectOptions.stateFolder(state, of: projectID)
        guard let known = try StateKeys.known(in: folder, now: now) else {
            throw TokenVerbReason.noKeys.failure(
                "there are no keys in \(folder ?? WorldMaterial.usualStateFolder), and no --certificates")
        }
        return [known]
    }
}
