import HTTPLoader

/// What a new document becomes in a view's history.
enum HistoryChange: Hashable, Sendable {
    /// The entry after the one that was shown; those behind it are gone.
    case push
    /// It takes the place of the one that was shown.
    case replace
    /// It is the entry that lies so far away, which was gone back or forward to.
    case traverse(Int)
}

/// The documents that one can go back and forward to, as `WKBackForwardList`.
///
/// HTML that the app gave has no entry, as in WebKit. Belongs to the view's thread.
struct SessionHistory {
    struct Entry {
        let url: WebURL
        /// What asks for the document again.
        let origin: NavigationOrigin
        /// The document, while the view shows it: entries of one document are gone between without a load.
        private(set) weak var page: LoadedPage?

        init(url: WebURL, origin: NavigationOrigin, page: LoadedPage?) {
            (self.url, self.origin, self.page) = (url, origin, page)
        }
    }

    /// WebKit's (WebBackForwardList.cpp).
    static let limit = 100

    private(set) var entries: [Entry] = []
    /// Of the entry that is shown, or was before HTML of the app's; -1 for none.
    private(set) var position = -1

    mutating func apply(_ change: HistoryChange, _ entry: Entry) {
        switch change {
        case .push:
            entries.removeSubrange((position + 1)...)
            entries.append(entry)
            if entries.count > Self.limit { entries.removeFirst() }
            position = entries.count - 1
        case .replace where position < 0: apply(.push, entry)
        case .replace: entries[position] = entry
        case .traverse(let offset):
            guard entries.indices.contains(position + offset) else { return }
            position += offset
            entries[position] = entry
        }
    }

    /// The entry so far away; nil beyond the ends, and for the one that is shown.
    func entry(at offset: Int) -> Entry? {
        guard offset != 0, position >= 0, entries.indices.contains(position + offset) else { return nil }
        return entries[position + offset]
    }
}
