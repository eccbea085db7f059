import ArgumentParser
import BridgePrimitives
import Files
import Foundation
import Scenarios

/// What a CI server shows beside the code.
struct AnnotationOptions: ParsableArguments {
    enum Choice: String, CaseIterable, ExpressibleByArgument { case auto, github, none }

    @Option(
        help: ArgumentHelp(
            "Mark the failing step's line in GitHub's reviews, and write the job's summary: auto does where GITHUB_ACTIONS"
                + " is set.", valueName: "auto|github|none"))
    var annotations: Choice = .auto

    /// Writes them to standard error, where GitHub's runner reads commands as well, so that results stay results.
    func tell(_ report: RunReport) {
        guard annotations == .github || annotations == .auto && Console.isOnGitHub else { return }
        for annotation in report.annotations(path: RepositoryPath().path) {
            Console.command(annotation.githubCommand)
        }
        guard let summary = ProcessInfo.processInfo.environment["GITHUB_STEP_SUMMARY"], !summary.isEmpty else { return }
        // A step may have written something there before.
        let before = (try? InputFile.read(summary, upTo: 1 << 20)) ?? []
        do {
            try OutputFile.write(before + Array((report.markdown + "\n").utf8), to: summary)
        } catch { Console.note("session-bridge: \(error.warning)") }
    }
}
