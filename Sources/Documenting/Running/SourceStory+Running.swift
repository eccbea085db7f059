import BridgePrimitives
import CookieStores
import Cookies
import Linting

extension SourceStory {
    /// Lints the files for all engines.
    func run(at start: Instant) -> ExampleRun {
        let report = Linter(profiles: CookieProfile.all, suffixes: PublicSuffixList.standard, now: start).report(
            on: files.map { file in
                SourceFile(
                    path: file.path, text: Array(file.text.utf8),
                    language: SourceFile.Language(path: file.path) ?? .fields)
            })
        guard !report.findings.isEmpty else { return ExampleRun([ExampleStep("session-bridge lint", "nothing found")]) }
        return ExampleRun(
            report.findings.map { finding in
                ExampleStep("\(finding.path):\(finding.place.line)", finding.message, reasons: [finding.code])
            })
    }
}
