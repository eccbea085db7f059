import BridgePrimitives
import FaultMatrix
import Faults

/// The shipped faults and what became of a handoff under them, as pages and tables.
enum FaultTable {
    /// The text of `docs/faults.md`.
    static func markdown(of faults: [ShippedFault]) -> String {
        var lines = [
            "# Faults", "",
            "What `session-bridge faults` tries a handoff under, one after the other, each in a world of its own. This page is"
                + " printed by `session-bridge faults --list --markdown`.", "",
        ]
        lines += MarkdownTable.lines(
            ["fault", "where", "what happens", "what breaks", "what good software does", "from"],
            faults.map { fault in
                [
                    "`\(fault.name)`", fault.place, "`\(happening(of: fault))`", fault.breaks, fault.wanted,
                    fault.source,
                ]
            })
        lines += ["", "## What becomes of a handoff", ""]
        lines += MarkdownTable.lines(
            ["fate", "it means", "costs"], FaultFate.allCases.map { [$0.rawValue, $0.meaning, "\($0.cost)"] })
        lines += ["", FaultScore.legend, "", "## With a backend of your own", "", ownBackend]
        return lines.joined(separator: "\n")
    }

    private static let ownBackend = """
        What the world has in its own hands waits in the world's time: a minute of an app's patience takes a second. A backend \
        of your own keeps the machine's time, so what has passed for the app is taken back before the next attempt, whose \
        tokens would else be of the backend's future. Where your backend is the one who waits (`certificates-hang`) all wait \
        in real time, up to the app's minute. Its clock nobody moves: `backend-clock-behind` is not judged, and \
        `token-from-the-future` shows the backend the same.
        """

    /// Effect and how often: `drop, once`.
    private static func happening(of shipped: ShippedFault) -> String {
        var words = [shipped.fault.effect.text]
        if shipped.fault.times == .once { words.append("once") }
        switch shipped.preparation {
        case .nothing: break
        case .otherUserFirst: words.append("after somebody else")
        case .keysRotated: words.append("after somebody else and a rotation of keys")
        }
        return words.joined(separator: ", ")
    }

    /// One fault of the list, for a terminal.
    static func line(_ shipped: ShippedFault) -> String {
        shipped.name.padded(to: 30, gap: 2) + shipped.place.padded(to: 28, gap: 2) + shipped.breaks
    }

    static func json(_ shipped: ShippedFault) -> JSONValue {
        [
            "name": .string(shipped.name), "breaks": .string(shipped.breaks), "fault": .object(shipped.fault.json),
            "preparation": .string(shipped.preparation.rawValue), "wanted": .string(shipped.wanted),
            "source": .string(shipped.source),
        ]
    }

    /// A report as GitHub's Markdown.
    static func markdown(of report: FaultReport, reasons: ReasonCatalogue) -> [String] {
        let cells = report.rows.map { row in
            row.cells.enumerated().map { index, cell in
                index == row.cells.count - 1 && !cell.isEmpty ? "`\(cell)`" : cell
            }
        }
        let (advice, obstacles) = (report.advice(reasons: reasons), report.obstacles)
        let notes = advice + (advice.isEmpty || obstacles.isEmpty ? [] : [""]) + obstacles
        return ["**\(report.scenario)**: \(report.line)", ""] + MarkdownTable.lines(FaultRow.heads, cells)
            + (notes.isEmpty ? [] : ["", "```text"] + notes + ["```"])
    }
}
