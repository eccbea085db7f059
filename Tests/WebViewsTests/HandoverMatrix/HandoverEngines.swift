/// What real engines did otherwise than the model of iOS when `session-bridge compare --engine model --engine webkitgtk
/// --engine chromium` asked them: WebKitGTK 2.50 and Chromium 156, with the sample page.
enum HandoverEngines {
    private static let differences: [(method: HandoverMethod, place: String, found: String, why: String)] = [
        (
            .userScriptAtEnd, "later request", "Chromium: the cookie; WebKitGTK: none, as the model",
            "in Chromium a request of the page's modules leaves after the script has run"
        ),
        (
            .unawaitedNativeCookie, "all", "not asked: `engine/model-only`",
            "an engine takes writes in order, and nobody can have it take one late"
        ),
        (
            .cookieHeader, "first request", "WebKitGTK: nothing; Chromium: the app's header",
            "WebKitGTK drops a Cookie header that the app sets: `send/manual-header-dropped`; in Chromium it is put into the"
                + " request by DevTools, since a page cannot set one"
        ),
        (
            .cookieHeader, "reload", "WebKitGTK, Chromium: nothing",
            "WebKitGTK never had it, and Chromium does not repeat it; whether iOS does is not known"
        ),
    ]

    static var section: [String] {
        [
            "", "## In real engines", "",
            "Asked with the sample page were the ways that `compare` has: 1, 2, 4, 5, 6, 7, 13, 14, 18, 20 and 22. All"
                + " other cells came out as in the model.", "", "| | place | found | why |",
            "| --- | --- | --- | --- |",
        ]
            + differences.map { row in
                "| \(row.method.rawValue) | \(row.place) | \(row.found) | \(row.why) |"
            }
    }
}
