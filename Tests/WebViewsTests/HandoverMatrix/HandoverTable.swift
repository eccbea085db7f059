import Testing

/// The expectations, laid out as the question is asked: a row for each method, a column for each place to look.
///
/// Each cell is a ``HandoverViews``. A cell of dots is in ``notApplicable``. What engines are reported to do at times
/// is left out where it has no rule: cookies that wander between the app's storage and the default store (rows 3 and
/// 4), which no app can rely on. A token in the query (row 13) reaches frames of the own origin in Referer; other
/// origins see no more than the page's origin, by the default policy.
enum HandoverTable {
    static let text = """
         #  First dStart Later Redir Reload Relaunch SS-frame XS-frame
         1  ----  -PS-   CPS-  -PS-  CPS-   cPS-     CPS-     --S-
         2  ----  ----   CPS-  -PS-  CPS-   cPS-     CPS-     --S-
         3  ---A  ---A   ---A  ---A  ---A   ----     ---A     ---A
         4  ---A  ---A   ---A  ---A  ---A   ---A     ....     ....
         5  C-S-  CpS-   CpS-  CpS-  CpS-   cqs-     CpS-     --S-
         6  C-S-  CpS-   CpS-  CpS-  CpS-   cqs-     CpS-     --S-
         7  M---  M---   ----  ----  M---   ----     ----     ----
         8  M-S-  MpS-   CpS-  CpS-  MpS-   cqs-     CpS-     --S-
         9  Z---  Z---   ----  Z---  Z---   ----     ----     ----
        10  ----  -pS-   CpS-  CpS-  CpS-   cqs-     CpS-     --S-
        11  Q---  CpS-   CpS-  CpS-  CpS-   cqs-     CpS-     --S-
        12  B---  CpS-   CpS-  CpS-  CpS-   cqs-     CpS-     --S-
        13  Q---  QL--   rL--  ----  QL--   ----     r---     ----
        14  ----  -L--   -L--  -L--  -L--   ----     ----     ----
        15  ----  ----   CPS-  ....  CPS-   cqs-     CPS-     --S-
        16  ----  ----   ----  ----  ----   ----     ----     ----
        17  ----  ----   C-S-  C-S-  C-S-   c-s-     C-S-     --S-
        18  ----  ----   Z---  ----  ----   ----     ----     ----
        19  ----  ----   Z---  Z---  Z---   Z---     z---     ----
        20  ----  ----   C-S-  C-S-  C-S-   C-S-     C-S-     --S-
        21  C-S-  CpS-   CpS-  CpS-  CpS-   CpS-     CpS-     --S-
        22  CPS-  CPS-   CPS-  CPS-  CPS-   cqs-     CPS-     --S-
        23  C-S-  CJS-   CJS-  CJS-  CJS-   CJS-     CjS-     --S-
        """

    /// Cells that the facts leave open, or that come out differently in another engine or on another path.
    static let variants: [(row: Int, column: HandoverColumn, setting: HandoverSetting, views: String)] = [
        // A cookie without a leading dot in its domain, or without Domain, is not for subdomains.
        (5, .sameSiteFrame, .hostOnlyCookie, "okS-"), (10, .sameSiteFrame, .hostOnlyCookie, "okS-"),
        (1, .sameSiteFrame, .hostOnlyCookie, "okS-"),
        // That a write is done does not say that it is on disk.
        (5, .relaunch, .crashAtOnce, "----"), (5, .relaunch, .crashLater, "cqs-"),
        (10, .relaunch, .crashAtOnce, "----"), (10, .relaunch, .crashLater, "cqs-"),
        // The race: the first request may leave before the cookie has arrived, and nothing after it. Whether a document
        // can start without it is left open; here it has arrived by the time that there is a response.
        (6, .first, .lateNativeWrite, "--S-"), (6, .documentStart, .lateNativeWrite, "-pS-"),
        (6, .redirect, .lateNativeWrite, "CpS-"), (6, .later, .lateNativeWrite, "CpS-"),
        // In WebKitGTK messages keep their order, so there is no race.
        (6, .first, .webkitgtk, "C-S-"), (6, .documentStart, .webkitgtk, "CpS-"),
        // WebKitGTK drops a Cookie header that the app sets: with an empty jar nothing is sent, else the jar's.
        (7, .first, .webkitgtk, "----"), (7, .redirect, .webkitgtk, "----"), (7, .reload, .webkitgtk, "----"),
        (8, .first, .webkitgtk, "C-S-"), (8, .redirect, .webkitgtk, "CpS-"), (8, .reload, .webkitgtk, "CpS-"),
        // Disputed: some releases send the app's header down the whole chain.
        (7, .redirect, .manualHeaderSentAlong, "M---"), (7, .redirect, .manualHeaderDropped, "----"),
        (8, .redirect, .manualHeaderSentAlong, "MpS-"), (8, .redirect, .manualHeaderDropped, "CpS-"),
        // Likely: whether a reload repeats the header has been seen with other headers only.
        (7, .reload, .manualHeaderSentAlong, "M---"), (7, .reload, .manualHeaderDropped, "----"),
        // Authorization does not leave its origin, not even for a sibling.
        (9, .redirect, .redirectToSibling, "----"),
        // A token in the URL travels as far as the server repeats it, one in the fragment until there is another.
        (13, .redirect, .locationRepeatsToken, "QL--"), (14, .redirect, .locationHasFragment, "----"),
        // Without App-Bound Domains there is no worker on iOS; elsewhere there is.
        (19, .later, .noAppBoundDomains, "----"), (19, .later, .webkitgtk, "Z---"),
        // Requests that the page's code does not make have no token.
        (18, .later, .plainRequest, "----"),
        // The cookie of an ID token ends with the token.
        (21, .relaunch, .anHourLater, "----"),
    ]

    static let notApplicable: [(row: Int, column: HandoverColumn, reason: String)] = [
        (4, .sameSiteFrame, "nothing has come over that a frame could get"),
        (4, .crossSiteFrame, "nothing has come over that a frame could get"),
        (15, .redirect, "the first chain is over when the script runs"),
    ]
}

/// One cell under one setting.
struct HandoverCell: Sendable, CustomTestStringConvertible {
    let method: HandoverMethod
    let column: HandoverColumn
    let setting: HandoverSetting
    let views: HandoverViews

    var testDescription: String {
        "row \(method.rawValue) \(method), \(column.rawValue)\(setting == .ios ? "" : " (\(setting))"): \(views)"
    }

    /// All of them: the table's, then the variants.
    static let all: [HandoverCell] =
        table
        + HandoverTable.variants.compactMap { variant in
            guard let method = HandoverMethod(rawValue: variant.row), let views = HandoverViews(variant.views) else {
                return nil
            }
            return HandoverCell(method: method, column: variant.column, setting: variant.setting, views: views)
        }

    static let table: [HandoverCell] = HandoverTable.text.split(separator: "\n").dropFirst().flatMap { line in
        let words = line.split(separator: " ")
        guard let method = words.first.flatMap({ Int($0) }).flatMap({ HandoverMethod(rawValue: $0) }) else {
            return [HandoverCell]()
        }
        return zip(HandoverColumn.allCases, words.dropFirst()).compactMap { column, word in
            HandoverViews(word).map { HandoverCell(method: method, column: column, setting: .ios, views: $0) }
        }
    }
}
