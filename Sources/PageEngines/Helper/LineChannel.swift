import BridgePrimitives
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Both directions of lines, or other texts with a byte at their end, with a child process: one socket, which is its input and its output.
///
/// A socket, since writing to one whose reader has gone is an error and no signal.
final class LineChannel: Sendable {
    /// The longest line that is taken, in bytes: far above what a page may give.
    static let lineLimit = 64 << 20

    /// What is done about a line that is longer than any that is taken.
    enum LongLines: Sendable {
        /// As if the other side had gone: it is one of ours, and what it says is of no use.
        case end
        /// A page may have brought it about; the lines after it count.
        case passOver
    }

    /// The byte at the end of each line.
    private let ending: UInt8
    /// Closed when nobody holds this any more: the thread that reads and the queue that writes do.
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "session-bridge.line-channel")

    /// The channel, and the end that is the child's, to be closed here once the child has it.
    ///
    /// - Throws: `engine/did-not-start`.
    static func pair(ending: UInt8 = 0x0A) throws(BridgeFailure) -> (own: LineChannel, child: FileHandle) {
        var ends: [Int32] = [-1, -1]
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            // No other child that is started meanwhile gets it.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PageEngineReason.didNotStart.failure("the system gives no socket (error \(errno))")
        }
        #if canImport(Darwin)
            var isOn: Int32 = 1
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            setsockopt(ends[0], SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
        return (LineChannel(ends[0], ending: ending), FileHandle(fileDescriptor: ends[1], closeOnDealloc: true))
    }

    private init(_ descriptor: Int32, ending: UInt8) { (self.descriptor, self.ending) = (descriptor, ending) }

    deinit { close(descriptor) }

    /// Sends a line after all that were given before it; without effect when the other side has gone, which the reader
    /// hears of.
    func send(_ line: [UInt8]) {
        queue.async { [self] in
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            var sent = 0
            while sent < line.count {
                let count = line[sent...].withUnsafeBytes {
                    Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                sent += count
            }
        }
    }

    /// Nothing is sent or received from now on; the child reads the end of its input.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Reads lines on a thread of its own.
    ///
    /// - Parameters:
    ///   - take: is given each line, without the byte at its end; false ends the reading.
    ///   - atEnd: is called once, when there is nothing more to read.
    func read(
        longLines: LongLines = .end, take: @escaping @Sendable (ArraySlice<UInt8>) -> Bool,
        atEnd: @escaping @Sendable () -> Void
    ) {
        Thread.detachNewThread { [self] in
            readAll(longLines, take)
            atEnd()
        }
    }

    private func readAll(_ longLines: LongLines, _ take: (ArraySlice<UInt8>) -> Bool) {
        var line: [UInt8] = []
        var isTooLong = false
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            var rest = chunk[..<count]
            while let end = rest.firstIndex(of: ending) {
                if isTooLong {
                    isTooLong = false
                } else {
                    line += rest[..<end]
                    guard take(line[...]) else { return }
                }
                line.removeAll(keepingCapacity: true)
                rest = rest[(end + 1)...]
            }
            if !isTooLong { line += rest }
            guard line.count > Self.lineLimit else { continue }
            guard longLines == .passOver else { return }
            (line, isTooLong) = ([], true)
        }
    }
}
