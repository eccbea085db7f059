extension LifeCycleTable {
    /// The text of `docs/device-life.md`.
    public static var markdown: String {
        var sources: [Basis] = []
        let body = rows.map { row in
            let words = Subject.allCases.map { subject in
                row.outcomes[subject].map { word($0, sources: &sources) } ?? ""
            }
            return line([row.event.rawValue, row.start.rawValue] + words)
        }
        let head = ["Event", "Start"] + Subject.allCases.map(\.rawValue)
        let notes = sources.enumerated().map { index, basis in "\(index + 1). \(text(basis))" }
        return ([introduction, "", line(head), line(head.map { _ in "---" })] + body + ["", legend, ""] + notes)
            .joined(separator: "\n") + "\n"
    }

    private static let introduction = """
        # The life of a device

        <!-- Printed from Tests/SimulatedDeviceTests/Life/LifeCycleTable+Rows.swift; a test compares the two. -->

        The app ran in the foreground and put one value in each place. Then the device was brought to the start that the
        row names, and the event happened. The cell says what is there then.
        """

    private static let legend = """
        - *kept*: there, and the app reads it, or will once it is installed again; of a process, it goes on.
        - *locked*: there, but encrypted until the device is unlocked. The keychain answers
          `keychain/interaction-not-allowed` (-25308); `UserDefaults` reads as if it were empty.
        - *unreadable*: there, but in no group of the app's any more: `keychain/item-not-found` (-25300), and
          `keychain/missing-entitlement` (-34018) for a query that names the old group.
        - *gone*: not there.
        - *starts*: a process that was not there before.
        - An asterisk: nobody documents it; it is what fits the rest.

        A cookie without an expiry is gone from the moment the process ends, and so is everything in memory. Cookies
        that were written shortly before the web views' network process *crashes* are lost too; the end of the app is not
        such a crash.

        Cookies lie in files that are encrypted until the first unlock, as `UserDefaults` does. Here they can be read
        before it: what a prewarmed app's own requests carry then is not simulated.

        ## Where it is from
        """

    private static func word(_ outcome: Outcome, sources: inout [Basis]) -> String {
        guard case .source = outcome.basis else { return outcome.effect.rawValue + "\\*" }
        if !sources.contains(outcome.basis) { sources.append(outcome.basis) }
        let number = (sources.firstIndex(of: outcome.basis) ?? 0) + 1
        return "\(outcome.effect.rawValue) [\(number)]"
    }

    private static func text(_ basis: Basis) -> String {
        switch basis {
        case .source(let name): name
        case .assumed: "assumed"
        }
    }

    private static func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
