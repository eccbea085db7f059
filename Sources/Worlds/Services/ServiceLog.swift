import BridgePrimitives
import BridgeTrace
import Foundation
import Project
import Wording

/// What a started service writes to standard output and standard error: each line goes into the trace as it comes, and the
/// last ones are kept for messages.
final class ServiceLog: Sendable {
    /// Where the service writes.
    let output: FileHandle, errors: FileHandle
    private let reading: Reading

    init(of service: StartableService.Key, in trace: TraceLog) {
        let pipes = [PrintedEvent.Stream.out, .err].map { ($0, PipeEnds()) }
        (output, errors) = (pipes[0].1.writing, pipes[1].1.writing)
        reading = Reading(pipes.map { ($0.0, $0.1.reading) }, of: service, in: trace)
        let reading = reading
        Thread.detachNewThread { reading.goOn() }
    }

    deinit { reading.close() }

    /// The service keeps its ends for writing; this process closes its own.
    func closeWritingEnds() { for handle in [output, errors] { try? handle.close() } }

    /// The last lines.
    var ending: [String] { reading.lastLines(4) }

    /// The line that names the error, with where it is in the service's own code; nil if none does.
    var error: NamedError? { ErrorLine.naming(in: reading.lastLines(Reading.most)) }

    /// Reading has ended.
    func close() { reading.close() }
}

/// A pipe whose ends no other program inherits.
private struct PipeEnds {
    let reading: Int32
    let writing: FileHandle

    init() {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        reading = ends[0]
        writing = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    }
}

/// Reads both pipes of a service on a thread of its own, until they end or the log is closed.
private final class Reading: Sendable {
    private struct State {
        /// Without keys; no more than ``most``.
        var lines: [String] = []
        var streams: [(stream: PrintedEvent.Stream, descriptor: Int32, reader: LineReader)]
        var isClosed = false
    }

    static let most = 60
    /// How often it looks whether it is still wanted, in milliseconds.
    private static let patience: Int32 = 100

    private let service: StartableService.Key
    private let trace: TraceLog
    private let state: Mutex<State>

    init(_ streams: [(PrintedEvent.Stream, Int32)], of service: StartableService.Key, in trace: TraceLog) {
        self.service = service
        self.trace = trace
        state = Mutex(State(streams: streams.map { ($0.0, $0.1, LineReader()) }))
    }

    /// Takes what comes; returns at the end of both.
    func goOn() {
        while true {
            var polled = state.withLock { state in
                state.isClosed
                    ? [] : state.streams.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            }
            guard !polled.isEmpty else { return }
            guard unsafe poll(&polled, nfds_t(polled.count), Self.patience) > 0 else { continue }
            take()
        }
    }

    /// The last lines that are not empty, cut where they are long; with what has been written and not been read yet.
    func lastLines(_ count: Int) -> [String] {
        take()
        return state.withLock { $0.lines.suffix(count) }.map { $0.count > 300 ? $0.prefix(300) + "…" : $0 }
    }

    func close() {
        take()
        state.withLock { state in
            for each in state.streams { Foundation.close(each.descriptor) }
            (state.streams, state.isClosed) = ([], true)
        }
    }

    /// Takes what is there, in the order in which the streams stand; one that has ended is closed.
    private func take() {
        state.withLock { state in
            for index in state.streams.indices.reversed() {
                let (stream, descriptor, _) = state.streams[index]
                while true {
                    var bytes = [UInt8](repeating: 0, count: 16_384)
                    let count = unsafe Foundation.read(descriptor, &bytes, bytes.count)
                    guard count > 0 else {
                        if count == 0 {
                            note(state.streams[index].reader.end(), stream, &state)
                            Foundation.close(descriptor)
                            state.streams.remove(at: index)
                        }
                        break
                    }
                    note(state.streams[index].reader.take(bytes[..<count]), stream, &state)
                }
            }
            if state.streams.isEmpty { state.isClosed = true }
        }
    }

    private func note(_ lines: [String], _ stream: PrintedEvent.Stream, _ state: inout State) {
        state.lines = (state.lines + lines).suffix(Self.most)
        for line in lines {
            let event = PrintedEvent(process: service.rawValue, stream: stream, text: trace.masking.text(line))
            trace.record(.printed(event), by: service.actor)
        }
    }
}

extension StartableService.Key {
    /// Whose a line of it, its start and its end are in a trace.
    var actor: TraceActor {
        switch self {
        case .backend: .backend
        case .web: .page
        }
    }
}

/// Makes lines of what a program writes, piece by piece, without keys and without what colours a terminal.
private struct LineReader {
    /// A longer line comes in pieces.
    private static let most = 65_536

    private var rest: [UInt8] = []
    private var secrets = LogSecrets()

    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        rest += bytes
        var lines: [String] = []
        while let end = rest.firstIndex(of: 0x0A) ?? (rest.count >= Self.most ? rest.count - 1 : nil) {
            lines += line(rest[...end])
            rest.removeFirst(end + 1)
        }
        return lines
    }

    mutating func end() -> [String] {
        defer { rest = [] }
        return line(rest[...])
    }

    /// Nothing for a line without words.
    private mutating func line(_ bytes: ArraySlice<UInt8>) -> [String] {
        let text = Self.withoutColours(String(decoding: bytes, as: UTF8.self)).filter { !$0.isNewline }
        return text.allSatisfy(\.isWhitespace) ? [] : [secrets.hide(text)]
    }

    /// Without what colours a terminal: ESC, `[`, parameters, and the letter that ends them.
    private static func withoutColours(_ text: String) -> String {
        guard text.contains("\u{1B}[") else { return text }
        let parts = text.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { text, part in
            text + part.drop { $0.isNumber || $0 == ";" }.dropFirst()
        }
    }
}
