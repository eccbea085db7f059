/// `docs/handover-matrix.md`: the table and its variants, in words.
enum HandoverPage {
    static var markdown: String {
        var lines = [
            "# Ways of handing a session over", "",
            "Twenty-three ways, looked at in eight places, each from four sides: the request as the server gets it,"
                + " `document.cookie` in the page, and the listings of the web view's store and of the app's own"
                + " storage. Engine: the model of iOS 18 with tracking prevention, but where it says otherwise. Each cell"
                + " is a test, which writes this page as well: `SESSION_BRIDGE_REWRITE=1 swift test --filter Handover`.",
            "",
            "`session-bridge compare` makes such a table of your own backend and page, in the model and in real engines.",
            "", "## The ways", "", "| | the app or the server | shown by |", "| --- | --- | --- |",
        ]
        for method in HandoverMethod.allCases {
            let shown = method.scenario.map { "[\($0.name)](../Scenarios/\($0.file).yaml)" } ?? "the matrix alone"
            lines.append("| \(method.rawValue) | \(method.words) | \(shown) |")
        }
        lines += ["", "## The places", "", "| place | |", "| --- | --- |"]
        lines += HandoverColumn.allCases.map { "| \($0.words) | \($0.legend) |" }
        lines += table("What the request carries", "The session, raw at the server; – for nothing.", \.requestWords)
        lines += table(
            "What the page's scripts see",
            "`document.cookie`, or the token in `location`; – for an empty text. Of a request that has not been"
                + " answered, the page that was open before.", \.pageWords)
        lines += table(
            "Where it is listed",
            "`view`: WKHTTPCookieStore.allCookies(); `app`: HTTPCookieStorage.shared; – for neither.", \.placeWords)
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
        _ title: String, _ legend: String, _ words: (HandoverViews) -> String
    ) -> [String] {
        let columns = HandoverColumn.allCases
        var lines = [
            "", "## \(title)", "", legend, "", "| | \(columns.map(\.words).joined(separator: " | ")) |",
            "| --- |" + String(repeating: " --- |", count: columns.count),
        ]
        for method in HandoverMethod.allCases {
            let cells = columns.map { column in
                HandoverCell.table.first { $0.method == method && $0.column == column }.map { words($0.views) } ?? "¹"
            }
            lines.append("| \(method.rawValue) | \(cells.joined(separator: " | ")) |")
        }
        return lines
    }
}
