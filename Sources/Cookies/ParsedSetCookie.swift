import BridgePrimitives

/// A `Set-Cookie` line or a script's text, taken apart but not judged against any URL.
struct ParsedSetCookie {
    /// The line itself, in which the texts stand.
    let line: [UInt8]
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

        func string(in line: [UInt8]) -> String {
            switch self {
            case .place(let range): String(decoding: line[range], as: UTF8.self)
            case .decoded(let text): text
            }
        }
    }

    init(line: [UInt8]) { self.line = line }

    /// Whether the last usable Path is an absolute one, which counts.
    var hasAbsolutePath: Bool {
        switch path {
        case .place(let range): !range.isEmpty && line[range.lowerBound] == Byte.slash
        case .decoded(let text): text.utf8.first == Byte.slash
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
