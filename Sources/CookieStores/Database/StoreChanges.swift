import Cookies

/// What must be written so that a store's rows become a list of cookies.
struct StoreChanges {
    /// Positions of rows that go, because their cookie is gone or is written anew.
    private(set) var removed: [Int64] = []
    private(set) var added: [CookieRow] = []

    /// - Parameter rows: in the order of their positions.
    init(from rows: [CookieRow], to cookies: [Cookie]) {
        let stored = Dictionary(rows.map { ($0.cookie.identity, $0) }) { _, later in later }
        // Of two of one identity the later one counts, at its own place.
        let lastIndex = Dictionary(cookies.indices.map { (cookies[$0].identity, $0) }) { _, later in later }
        var kept: Set<Int64> = []
        var last: Int64 = -1
        for (index, cookie) in cookies.enumerated() where lastIndex[cookie.identity] == index {
            // A row keeps its position as long as that is in order; new ones mostly come at the end.
            let row = stored[cookie.identity]
            let position = row.map { max($0.position, last + 1) } ?? last + 1
            last = position
            if let row, row.position == position, row.cookie == cookie {
                kept.insert(position)
            } else {
                added.append(CookieRow(position: position, cookie: cookie))
            }
        }
        removed = rows.map(\.position).filter { !kept.contains($0) }
    }
}
