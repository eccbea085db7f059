import BridgePrimitives
import BridgeTrace
import Dispatch
import Foundation
import Project
import Wording

/// What a started service writes to standard output and standard error: each line goes into the trace as it comes, and the
/// last ones are kept for messages.
final class ServiceLog: Sendable {
    private struct State {
        /// Without keys; no more than ``most``.
        var lines: [String] = []
        var (output, errors) = (LineReader(), LineReader())
    }

    private static let most = 60

    /// Where the service writes.
    let output: FileHandle, errors: FileHandle
    private let service: StartableService.Key
    private let trace: TraceLog
    private let state = Mutex(State())
    /// Reads both, in the order in which they are ready.
    private let queue = DispatchQueue(label: "session-bridge.service-log")
    private let pipes: [(stream: PrintedEvent.Stream, pipe: Pipe, source: HeldSource)]

    init(of service: StartableService.Key, in trace: TraceLog) {
        self.service = service
        self.trace = trace
        pipes = [PrintedEvent.Stream.out, .err].map { [queue] stream in
            let pipe = Pipe()
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            return (
                stream, pipe,
                HeldSource(source: DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue))
            )
        }
        (output, errors) = (pipes[0].pipe.fileHandleForWriting, pipes[1].pipe.fileHandleForWriting)
        for (stream, pipe, source) in pipes {
            source.source.setEventHandler { [weak self] in self?.read(pipe, stream) }
            // Not before Dispatch has let go of the descriptor.
            source.source.setCancelHandler { try? pipe.fileHandleForReading.close() }
            source.source.activate()
        }
    }

    /// The service has what it writes to; here nobody does.
    func closeWritingEnds() { for (_, pipe, _) in pipes { try? pipe.fileHandleForWriting.close() } }

    /// The last lines.
    var ending: [String] { lastLines(4) }

    /// The line that names the error, with where it is in the service's own code; nil if none does.
    var error: NamedError? { ErrorLine.naming(in: lastLines(Self.most)) }

    /// The last lines that are not empty, cut where they are long; with what has been written and not been read yet.
    private func lastLines(_ count: Int) -> [String] {
        queue.sync {
            for (stream, pipe, source) in pipes where !source.source.isCancelled { read(pipe, stream) }
        }
        return state.withLock { $0.lines.suffix(count) }.map { $0.count > 300 ? $0.prefix(300) + "…" : $0 }
    }

    /// Takes what is there; on the queue.
    private func read(_ pipe: Pipe, _ stream: PrintedEvent.Stream) {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = bytes.withUnsafeMutableBytes {
                Foundation.read(pipe.fileHandleForReading.fileDescriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else {
                // At the end; a source would go on and on to say that there is nothing.
                if count == 0 {
                    for (_, other, source) in pipes where other === pipe { source.source.cancel() }
                    note(stream) { $0.end() }
                }
                return
            }
            note(stream) { $0.take(bytes[..<count]) }
        }
    }

    private func note(_ stream: PrintedEvent.Stream, _ read: (inout LineReader) -> [String]) {
        let lines = state.withLock { state in
            let lines = stream == .out ? read(&state.output) : read(&state.errors)
            state.lines = (state.lines + lines).suffix(Self.most)
            return lines
        }
        for line in lines {
            let event = PrintedEvent(process: service.rawValue, stream: stream, text: trace.masking.text(line))
            trace.record(.printed(event), by: service.actor)
        }
    }

    /// Nobody reads any longer.
    func close() {
        queue.sync {
            for (stream, pipe, source) in pipes where !source.source.isCancelled {
                read(pipe, stream)
                source.source.cancel()
            }
        }
    }
}

/// Dispatch on Linux does not declare its sources as `Sendable`.
///
/// Unchecked: one thread sets the source up before it is activated. Afterwards it is only cancelled, which Dispatch allows
/// from any thread.
private struct HeldSource: @unchecked Sendable {
    let source: any DispatchSourceRead
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
