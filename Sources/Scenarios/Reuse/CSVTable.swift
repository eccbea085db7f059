/// A table as CSV has it: RFC 4180, with a line of names first; pure.
struct CSVTable: Sendable {
    /// What is wrong with a text, and in which line, from 1.
    struct Problem: Error, Hashable {
        let line: Int
        let message: String
        let fix: String
    }

    struct Row: Hashable, Sendable {
        let values: [String]
        /// Where it begins, from 1; a value in quotes may go on over several lines.
        let line: Int
    }

    let names: [String]
    let rows: [Row]

    /// Reads records that end with CR LF or LF; empty lines are passed over.
    ///
    /// - Throws: the first thing that is wrong.
    /// - Complexity: O(n) in bytes.
    init(_ text: String) throws(Problem) {
        var reader = RecordReader(bytes: Array(text.utf8))
        guard let head = try reader.record() else {
            throw Problem(line: 1, message: "the table is empty", fix: "begin with a line of names: `cookie,verdict`")
        }
        if let name = head.values.first(where: { !Self.isName($0) }) {
            throw Problem(
                line: head.line, message: "\"\(name)\" cannot be the name of a column",
                fix: "the first line has names of letters, digits, - and _")
        }
        guard Set(head.values).count == head.values.count else {
            throw Problem(line: head.line, message: "two columns have one name", fix: "give each its own")
        }
        names = head.values
        var rows: [Row] = []
        while let row = try reader.record() {
            guard row.values.count == names.count else {
                throw Problem(
                    line: row.line,
                    message: "the row has \(row.values.count) fields, and the first line \(names.count) names",
                    fix: "put a value that has a comma in it in quotes")
            }
            rows.append(row)
        }
        self.rows = rows
    }

    static func isName(_ text: String) -> Bool {
        !text.isEmpty
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
            }
    }

    private struct RecordReader {
        let bytes: [UInt8]
        var index = 0
        var line = 1

        /// The next record that is no empty line; nil at the end.
        mutating func record() throws(Problem) -> Row? {
            while index < bytes.count, isLineEnd { skipLineEnd() }
            guard index < bytes.count else { return nil }
            let start = line
            var values = [try field()]
            while index < bytes.count, bytes[index] == UInt8(ascii: ",") {
                index += 1
                values.append(try field())
            }
            if index < bytes.count { skipLineEnd() }
            return Row(values: values, line: start)
        }

        private var isLineEnd: Bool {
            bytes[index] == 0x0A || bytes[index] == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
        }

        private mutating func skipLineEnd() {
            index += bytes[index] == 0x0D ? 2 : 1
            line += 1
        }

        private mutating func field() throws(Problem) -> String {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else { return try plainField() }
            let start = line
            var value: [UInt8] = []
            index += 1
            while index < bytes.count {
                let byte = bytes[index]
                index += 1
                if byte != UInt8(ascii: "\"") {
                    if byte == 0x0A { line += 1 }
                    value.append(byte)
                } else if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
                    value.append(byte)
                    index += 1
                } else {
                    guard index == bytes.count || bytes[index] == UInt8(ascii: ",") || isLineEnd else {
                        throw Problem(
                            line: line, message: "something follows a closing quote",
                            fix: "write a quote in quotes twice")
                    }
                    return String(decoding: value, as: UTF8.self)
                }
            }
            throw Problem(line: start, message: "a quote is open", fix: "close it")
        }

        private mutating func plainField() throws(Problem) -> String {
            let start = index
            while index < bytes.count, bytes[index] != UInt8(ascii: ","), !isLineEnd {
                guard bytes[index] != UInt8(ascii: "\"") else {
                    throw Problem(
                        line: line, message: "a quote stands in a value that is not in quotes",
                        fix: "put the whole value in quotes, and the quote in it twice")
                }
                index += 1
            }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
    }
}
