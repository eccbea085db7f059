/// `docs/handover-matrix.md`: the table and its variants, in words.
enum HandoverPage {
    static func markdown(_ scenarios: HandoverScenarios) -> String {
        var lines = [
            "# Ways of handing a session over", "",
            "Twenty-three ways, looked at in eight places, each from four sides: the request as the server gets it,"
                + " `document.cookie` in the page, and the listings of the web view's store and of the app's own"
                + " storage. Engine: the model of iOS 18 with tracking prevention, but where it says otherwise. Each cell"
                + " leads to the line of a scenario that says the same, and is a test, which writes this page as well: `SESSION_BRIDGE_REWRITE=1 swift test --filter Handover`.",
            "",
            "`session-bridge compare` makes such a table of your own backend and page, in the model and in real engines.",
            "", "## The ways", "", "| | the app or the server | shown by |", "| --- | --- | --- |",
        ]
        for method in HandoverMethod.allCases {
            let places = scenarios.file(of: method).map { "[each place](../Scenarios/ways/\($0))" }
            let story = method.scenario.map { "[\($0.name)](../Scenarios/\($0.file).yaml)" }
            let shown = [places, story].compactMap(\.self).joined(separator: "; ")
            lines.append("| \(method.rawValue) | \(method.words) | \(shown) |")
        }
        lines += ["", "## The places", "", "| place | |", "| --- | --- |"]
        lines += HandoverColumn.allCases.map { "| \($0.words) | \($0.legend) |" }
        lines += table(
            "What the request carries", "The session, raw at the server; – for nothing.", scenarios, .request,
            \.requestWords)
        lines += table(
            "What the page's scripts see",
            "`document.cookie`, or the token in `location`; – for an empty text. Of a request that has not been"
                + " answered, the page that was open before, at which no scenario looks.", scenarios, .page, \.pageWords
        )
        lines += table(
            "Where it is listed",
            "`view`: WKHTTPCookieStore.allCookies(); `app`: HTTPCookieStorage.shared; – for neither. Scenarios look at"
                + " both when all is done, so that they show the first two columns by the third.", scenarios, .listing,
            \.placeWords)
        lines += [
            "", "¹ " + Set(HandoverTable.notApplicable.map(\.reason)).sorted().joined(separator: "; ") + ".",
        ]
        lines += ["", "## Where it depends", "", "| | place | | comes out |", "| --- | --- | --- | --- |"]
        for cell in HandoverCell.all.dropFirst(HandoverCell.table.count) {
            lines.append(
                "| \(cell.method.rawValue) | \(cell.column.words) | \(cell.setting.words) | \(cell.views.words) |")
        }
        lines += HandoverEngines.section
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(
        _ title: String, _ legend: String, _ scenarios: HandoverScenarios, _ side: HandoverScenarios.Side,
        _ words: (HandoverViews) -> String
    ) -> [String] {
        let columns = HandoverColumn.allCases
        var lines = [
            "", "## \(title)", "", legend, "", "| | \(columns.map(\.words).joined(separator: " | ")) |",
            "| --- |" + String(repeating: " --- |", count: columns.count),
        ]
        for method in HandoverMethod.allCases {
            let cells = columns.map { column -> String in
                let cell = HandoverCell.table.first { $0.method == method && $0.column == column }
                let text = cell.map { words($0.views) } ?? "¹"
                let place = scenarios.place(of: side, method, column)
                return HandoverScenarios.canShow(side, at: column)
                    ? place.map { "[\(text)](\($0.link))" } ?? text : text
            }
            lines.append("| \(method.rawValue) | \(cells.joined(separator: " | ")) |")
        }
        return lines
    }
}
