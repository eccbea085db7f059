public import BridgePrimitives

/// Netscape's `cookies.txt` in curl's form: seven fields with tabs between, `#HttpOnly_` in front of the domain,
/// 0 for a cookie without expiry.
///
/// What the fields cannot hold stands in a comment of ours above the cookie's line (`# session-bridge {…}`): SameSite,
/// times, partition, fractions of a second. A cookie that no line can carry is a comment as a whole. Other tools
/// pass over both.
public enum NetscapeCookies: Sendable {
    static let header = "# Netscape HTTP Cookie File\n"
    private static let notePrefix = "# session-bridge "

    /// The file's text; reading it gives the same cookies in the same order.
    public static func text(of cookies: [Cookie]) -> String {
        var text = header
        for cookie in cookies {
            let line = NetscapeLine(of: cookie)
            guard line.isReadable else {
                text += notePrefix + CookieNote(whole: cookie).json.text() + "\n"
                continue
            }
            let isExact = line.cookie(now: cookie.creationTime).expiry == cookie.expiry
            var members = JSONObject([("for", .string(cookie.name))])
            for (name, value) in CookieNote(of: cookie, expiry: isExact ? nil : cookie.expiry).json.objectValue
                ?? .init()
            {
                members[name] = value
            }
            text += notePrefix + JSONValue.object(members).text() + "\n" + line.text + "\n"
        }
        return text
    }

    /// Reads a file line by line. A line that cannot be read is a problem and no more.
    ///
    /// - Parameter now: creation and last access time of cookies that have no note.
    /// - Complexity: O(n) in bytes.
    public static func read(_ bytes: [UInt8], now: Instant) -> CookieFile {
        var file = CookieFile()
        guard bytes.count <= CookieFile.lengthLimit else {
            file.complain(.tooLarge, line: 1, column: 1)
            return file
        }
        var reader = Reader(now: now)
        var rest = bytes.withoutByteOrderMark
        var number = 0
        while !rest.isEmpty {
            number += 1
            let end = rest.firstIndex(of: Byte.lineFeed) ?? rest.endIndex
            let line = rest[..<end]
            rest = rest[end...].dropFirst()
            reader.take(line.last == Byte.carriageReturn ? line.dropLast() : line, number: number, into: &file)
        }
        reader.dropNote(into: &file)
        return file
    }

    private struct Reader {
        let now: Instant
        /// The note that waits for its cookie, and its line.
        private var pending: (note: CookieNote, line: Int)?

        init(now: Instant) { self.now = now }

        mutating func take(_ line: ArraySlice<UInt8>, number: Int, into file: inout CookieFile) {
            if line.starts(with: notePrefix.utf8) {
                dropNote(into: &file)
                takeNote(line.dropFirst(notePrefix.utf8.count), number: number, into: &file)
                return
            }
            let isCookie = line.first != UInt8(ascii: "#") || line.starts(with: NetscapeLine.httpOnlyPrefix.utf8)
            guard isCookie, !line.allSatisfy(\.isBlank) else {
                dropNote(into: &file)
                return
            }
            do throws(NetscapeLine.Failure) {
                try takeCookie(NetscapeLine(line), number: number, into: &file)
            } catch {
                pending = nil  // it went with its cookie
                file.complain(error.reason, line: number, column: error.offset + 1)
            }
        }

        private mutating func takeNote(_ text: ArraySlice<UInt8>, number: Int, into file: inout CookieFile) {
            let column = notePrefix.utf8.count + 1
            guard let members = (try? JSONValue(parsing: text))?.objectValue else {
                file.complain(.badNote, line: number, column: column)
                return
            }
            let note = CookieNote(members)
            if note.text("for") != nil {
                pending = (note, number)
            } else if let cookie = note.whole(now: now) {
                file.cookies.append(cookie)
            } else {
                file.complain(.badNote, line: number, column: column)
            }
        }

        private mutating func takeCookie(
            _ line: NetscapeLine, number: Int, into file: inout CookieFile
        ) throws(NetscapeLine.Failure) {
            let cookie = line.cookie(now: now)
            if let (note, noteLine) = pending, note.text("for")?.hasSameBytes(as: line.name) == true {
                pending = nil
                // Whoever changed the field meant it.
                let isUnchanged = note.expiry != nil && NetscapeLine.field(of: note.expiry) == line.expiry
                if let whole = note.applied(to: cookie, expiry: isUnchanged ? note.expiry : cookie.expiry) {
                    file.cookies.append(whole)
                    return
                }
                file.complain(.badNote, line: noteLine, column: notePrefix.utf8.count + 1)
            }
            dropNote(into: &file)
            guard !line.breaksPrefix else { throw NetscapeLine.Failure(reason: .brokenPrefix, offset: 0) }
            file.cookies.append(cookie)
        }

        mutating func dropNote(into file: inout CookieFile) {
            guard let (_, line) = pending else { return }
            pending = nil
            file.complain(.strayNote, line: line, column: 1)
        }
    }
}
