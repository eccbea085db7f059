import BridgePrimitives

/// A `Set-Cookie` line or a script's text, taken apart but not judged against any URL: mostly places in the line.
struct ParsedSetCookie {
    var name = LineText.place(0..<0)
    var value = LineText.place(0..<0)
    /// As written, last usable one; nil without one. Empty means host-only.
    var domain: Range<Int>?
    /// As written, last usable one; nil without one.
    var path: LineText?
    /// What is left of `Max-Age` and `Expires` after one of them has won.
    var lifetime = Lifetime.endsWithSession
    var isSecure = false
    var isHTTPOnly = false
    var isPartitioned = false
    var sameSite = SameSite.unspecified
    /// Whether there is neither name nor value, and the engine takes that for a nameless cookie that has ended.
    var isEmpty = false
    /// Why the text is no cookie at all.
    var refusals: [StoreReason] = []
    var notes: [StoreReason] = []

    /// A text of the line: where it stands, as long as nobody needs it otherwise.
    enum LineText {
        case place(Range<Int>)
        /// Bytes beyond ASCII become text as the profile says.
        case decoded(String)

        /// Adds the text to `text`.
        func append(to text: inout [UInt8], from line: [UInt8]) {
            switch self {
            case .place(let range): text.append(contentsOf: line, in: range)
            case .decoded(let decoded): text.append(contentsOf: decoded.utf8)
            }
        }
    }

    /// Whether the last usable Path is an absolute one, which counts.
    func hasAbsolutePath(in line: [UInt8]) -> Bool {
        switch path {
        case .place(let range): !range.isEmpty && line[range.lowerBound] == Byte.slash
        case .decoded(let text): text.utf8.first == Byte.slash
        case nil: false
        }
    }

    /// Whether the last usable Path is `/`, as written.
    func hasRootPath(in line: [UInt8]) -> Bool {
        switch path {
        case .place(let range): range.count == 1 && line[range.lowerBound] == Byte.slash
        case .decoded(let text): text == "/"
        case nil: false
        }
    }

    enum Lifetime: Equatable {
        case endsWithSession
        /// Seconds from now; zero and below have expired.
        case age(Int64)
        case until(Instant)
    }

    mutating func note(_ reason: StoreReason) {
        if !notes.contains(reason) { notes.append(reason) }
    }
}
