import ArgumentParser
import BridgePrimitives
import BridgeTrace
import Cookies
import CookieStores
import Linting
import Listening

struct LintCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Says what an app's sources are about to do wrong: cookies, stores, scripts, tokens, guards.",
        discussion: """
            Reads Swift, JavaScript, TypeScript, Vue and HTML files, the cookies of Python's servers, and Set-Cookie fields \
            in .http files. Each cookie that they set is put into the jar of each profile; a value that is known only when \
            the program runs is not judged. Exits with 1 where there is an error.

              session-bridge lint ios/ web/
              session-bridge lint --profile ios18 --warnings-as-errors
              curl -si https://app.example.com/login | session-bridge lint -

            A comment takes the findings of a line away, all or those it names:
              // session-bridge:disable-next-line lint/cookie-header
            """)

    @Argument(
        help: ArgumentHelp("Files or folders, or - for Set-Cookie lines. Default: this folder.", valueName: "path"),
        completion: .file())
    var paths: [String] = ["."]

    @Option(help: ArgumentHelp("Ask only this profile's jar; may be repeated.", valueName: "name"))
    var profile: [String] = []

    @Flag(name: .customLong("warnings-as-errors"), help: "Exit with 1 where there is a warning, too.")
    var warningsAreErrors = false

    @Flag(help: "Print one JSON object a finding.")
    var json = false

    @Flag(help: "Print annotations for GitHub Actions.")
    var github = false

    @Flag(help: "Leave out notes, hints at what was passed over, and the summary.")
    var quiet = false

    func validate() throws {
        guard !json || !github else { throw ValidationError("--json and --github are two forms of the same result") }
        guard !paths.contains("-") || paths.count == 1 else {
            throw ValidationError("standard input is read alone: leave the other paths out")
        }
    }

    func run() async throws {
        try await runningVerb {
            let profiles = profile.isEmpty ? CookieProfile.all : try profile.map { try $0.asCookieProfile() }
            let folders = try SourceFolders(paths)
            guard !folders.files.isEmpty else {
                let languages =
                    folders.unread.isEmpty
                    ? "" : ": the language is not known of \(SourceFolders.some(of: folders.unread))"
                throw SourceReason.nothingToRead.failure(
                    "there is nothing to read in \(paths.joined(separator: ", "))\(languages)")
            }
            if paths == ["-"], folders.files.allSatisfy({ $0.text.allSatisfy(ASCIIText.isSpace) }) {
                throw SourceReason.nothingToRead.failure(
                    "there was nothing to read on standard input", fix: "pipe Set-Cookie lines, or an answer's head")
            }
            let linter = Linter(profiles: profiles, suffixes: PublicSuffixList.standard, now: SystemTime.now)
            let report = linter.report(on: folders.files)
            // Names in sources may hold a token that somebody pasted.
            let masking = Masking(.fingerprints)
            for var finding in report.findings where !quiet || finding.severity != .note {
                finding.message = masking.text(finding.message).text
                tell(finding, profileCount: profiles.count)
            }
            if !quiet {
                for note in folders.notes { Console.note(note) }
                if !report.notJudged.isEmpty {
                    Console.note(
                        "not judged, as the text is not in the source or the call is not known: "
                            + SourceFolders.some(of: report.notJudged))
                }
                for file in folders.files where file.path != "-" && SourceFile.Language(path: file.path) == nil {
                    Console.note("\(file.path): of this language only Set-Cookie lines are read")
                }
                Console.note(report.summary(profileCount: profiles.count))
            }
            if report.count(.error) > 0 || (warningsAreErrors && report.count(.warning) > 0) { throw ExitCode(1) }
        }
    }

    private func tell(_ finding: LintFinding, profileCount: Int) {
        if json {
            Console.print(finding.json.text())
        } else if github {
            Console.print(finding.annotation)
        } else {
            let palette = Palette(isOn: Console.hasColour)
            for (index, line) in finding.lines(profileCount: profileCount).enumerated() {
                Console.print(index == 0 ? palette.bold(line) : palette.dim(line))
            }
        }
    }
}
