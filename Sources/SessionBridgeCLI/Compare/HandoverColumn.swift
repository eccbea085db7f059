/// A place in which the token is looked for: a column of the table.
enum HandoverColumn: String, CaseIterable, Sendable {
    case firstRequest = "first_request"
    case redirect, script
    case laterRequests = "later_requests"
    case reload, relaunch, frame
    case otherOrigin = "other_origin"

    /// Its name in JSON.
    var key: String { rawValue }

    var head: String {
        switch self {
        case .firstRequest: "first"
        case .laterRequests: "later"
        case .otherOrigin: "elsewhere"
        case .redirect, .script, .reload, .relaunch, .frame: rawValue
        }
    }

    /// What it says, in one line.
    var legend: String {
        switch self {
        case .firstRequest: "the load's own first request carries it"
        case .redirect: "the first request was answered 302 to another path of the origin; the next one carries it"
        case .script: "the page's script sees it in document.cookie when it first looks"
        case .laterRequests: "the last of the requests that follow, of the page or after a redirect, carries it"
        case .reload: "the request of reload() carries it"
        case .relaunch: "the app ended and started again; a new view's first request carries it, handed over by nobody"
        case .frame: "the page is in a frame of a page of the same origin; the frame's request carries it"
        case .otherOrigin:
            "the first request was answered 302 to another origin, which gets it; \"no\" is what you want"
        }
    }

    /// What cells say besides yes and no.
    static let cells =
        "url, header: not in the cookie, but there; script: a script has written it there; -: not asked"
}
