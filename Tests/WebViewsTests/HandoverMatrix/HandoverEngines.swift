import TestSupport

/// What real engines did in the scenarios of the ways, which the browser tests hold: WebKitGTK and Chromium.
enum HandoverEngines {
    static var section: [String] {
        var lines = [
            "", "## In real engines", "",
            "The same scenarios run in WebKitGTK 2.50 and Chromium 156, and end there as in the model, but for these:",
            "",
            "| | scenario | engine | found | why |", "| --- | --- | --- | --- | --- |",
        ]
        lines += WayDifference.all.sorted { $0.way < $1.way }.map { row in
            "| \(row.way) | \(row.place) | \(row.engine.words) | \(row.found) | \(row.why) |"
        }
        lines += ["", "No engine was asked for these:", "", "| | why |", "| --- | --- |"]
        return lines + WayDifference.modelOnly.map { "| \($0.way) | \($0.why) |" }
    }
}
