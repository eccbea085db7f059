import BridgePrimitives

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Lines of standard input, as they come: no line, and no text as a whole, is kept beyond its limit.
enum StandardInput {
    enum Line: Sendable {
        case text(String)
        /// It was longer than ``longestLine``, and was read past.
        case tooLong
    }

    /// In bytes: many times a header that a server takes.
    static let longestLine = 1 << 20
    /// In bytes, of an input that is looked at as a whole.
    private static let longestText = 16 << 20

    /// All that are left. A byte order mark before the first is no part of it, nor is the end of a line, LF or CR LF.
    static var lines: some Sequence<Line> { AnyIterator(LineReader(STDIN_FILENO, longestLine: longestLine)) }

    /// The same at once.
    ///
    /// - Throws: `usage/input-too-long`.
    static func allLines() throws(BridgeFailure) -> [String] {
        var (all, size) = ([String](), 0)
        for line in lines {
            guard case .text(let text) = line, size + text.utf8.count <= longestText else {
                throw BridgeFailure(UsageReason.inputTooLong, cause: "standard input is longer than it may be")
            }
            size += text.utf8.count
            all.append(text)
        }
        return all
    }
}

/// Cuts what a descriptor gives at line ends.
struct LineReader: IteratorProtocol {
    private let descriptor: Int32
    private let longestLine: Int
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var filled = 0
    private var position = 0
    private var isFirst = true

    init(_ descriptor: Int32, longestLine: Int) { (self.descriptor, self.longestLine) = (descriptor, longestLine) }

    mutating func next() -> StandardInput.Line? {
        var line: [UInt8] = []
        var (isTooLong, isBegun) = (false, false)
        while position < filled || fill() {
            isBegun = true
            let end = buffer[position..<filled].firstIndex(of: 0x0A)
            if line.count + (end ?? filled) - position <= longestLine {
                line += buffer[position..<(end ?? filled)]
            } else {
                (isTooLong, line) = (true, [])
            }
            position = end.map { $0 + 1 } ?? filled
            if end != nil { break }
        }
        guard isBegun else { return nil }
        defer { isFirst = false }
        if isTooLong { return .tooLong }
        if line.last == 0x0D { line.removeLast() }
        return .text(String(decoding: isFirst ? line.withoutByteOrderMark : line[...], as: UTF8.self))
    }

    /// - Returns: false at the end, and where nothing can be read.
    private mutating func fill() -> Bool {
        repeat {
            filled = max(-1, systemRead(descriptor, &buffer, buffer.count))
        } while filled < 0 && errno == EINTR
        position = 0
        filled = max(0, filled)
        return filled > 0
    }
}

// Outside of the type, so that no method hides the system's function of that name.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
