package import BridgePrimitives
package import BridgeTrace
import Scenarios
import WebViews
package import Worlds

/// What a table in the model leaves out of somebody's own page, which its verdicts are easily taken for.
package enum HandoverNote: Sendable {
    /// Nil for the sample page, whose scripts the model stands for, and where all was opened in real engines.
    package static func pageScripts(
        _ settings: WorldSettings, in subjects: [HandoverSubject]
    ) -> Finding? {
        guard settings.hasOwnPage, subjects.contains(where: { $0.engine == .model }) else { return nil }
        return Finding(
            NavigationReason.pageScriptsSkipped,
            "The page's own scripts did not run: in the model the verdicts are those of the model's guard.",
            evidence: [])
    }

    /// `note: …`, in one line.
    package static func line(_ note: Finding) -> String { "note: \(note.message) \(command)" }

    /// `{"note":…}` as a line of its own behind the rows.
    package static func json(_ note: Finding) -> JSONValue { ["note": note.json] }

    private static let command = "With them: session-bridge compare --engine webkitgtk"
}
