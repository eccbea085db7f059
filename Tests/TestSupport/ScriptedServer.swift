import BridgePrimitives
import Foundation

/// A server on a free port of 127.0.0.1 that answers each request with the bytes it is told to, right or wrong, and
/// remembers what it was asked. Every name under `.localhost` leads to it, so one server plays several sites.
public final class ScriptedServer: Sendable {
    public struct Request: Sendable {
        /// Which connection it came on; the first is 0.
        public let connection: Int
        /// Request line and fields as they came, without the empty line.
        public let head: String
        public let body: [UInt8]

        public var lines: [String] { head.components(separatedBy: "\r\n") }
        public var line: String { lines.first ?? "" }
        public func values(_ name: String) -> [String] {
            lines.dropFirst().filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { String($0.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces) }
        }
    }

    public enum Answer: Sendable {
        /// Send, then wait for the next request.
        case keep([UInt8])
        /// Send, then close.
        case close([UInt8])
        /// Say nothing until the other side closes.
        case silence

        public static func keep(_ text: String) -> Answer { .keep(Array(text.utf8)) }
        public static func close(_ text: String) -> Answer { .close(Array(text.utf8)) }

        /// A complete answer with a length.
        public static func ok(_ body: String = "", headers: String = "") -> Answer {
            .keep("HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    public let port: Int
    /// Each request as it comes in.
    public let arrivals: AsyncStream<Request>
    private let listener: Int32
    private let answer: @Sendable (Request) -> Answer
    private let arrived: AsyncStream<Request>.Continuation
    /// Guards the record of what came.
    private let record = Mutex<[Request]>([])
    private let isStopped = Mutex(false)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// Accepts from now on until ``stop()``; each connection has a thread of its own.
    public init(answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        (listener, port) = try Self.listen()
        Thread.detachNewThread { [self] in accept() }
    }

    public var received: [Request] { record.withLock { $0 } }

    /// Returns when the port is free again. The thread that accepts closes the socket, so that its number cannot be
    /// another server's by then; a connection of our own wakes it.
    public func stop() {
        let wasStopped = isStopped.withLock { stopped in
            defer { stopped = true }
            return stopped
        }
        guard !wasStopped else { return }
        let waker = Self.makeSocket()
        var address = Self.loopback(port: port)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(waker, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        hasEnded.wait()
        close(waker)
        arrived.finish()
    }

    private func accept() {
        var count = 0
        while true {
            let connection = Foundation.accept(listener, nil, nil)
            if connection < 0 || isStopped.withLock({ $0 }) {
                if connection >= 0 { close(connection) }
                break
            }
            let number = count
            count += 1
            Thread.detachNewThread { [self] in serve(connection, number: number) }
        }
        close(listener)
        hasEnded.signal()
    }

    private func serve(_ connection: Int32, number: Int) {
        defer { close(connection) }
        var buffer: [UInt8] = []
        while let request = Self.read(from: connection, number: number, buffer: &buffer) {
            record.withLock { $0.append(request) }
            arrived.yield(request)
            switch answer(request) {
            case .keep(let bytes): Self.send(bytes, to: connection)
            case .close(let bytes): return Self.send(bytes, to: connection)
            case .silence:
                var byte: UInt8 = 0
                while recv(connection, &byte, 1, 0) > 0 {}
                return
            }
        }
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            sent += count
        }
    }

    private static func read(from connection: Int32, number: Int, buffer: inout [UInt8]) -> Request? {
        let blank = Array("\r\n\r\n".utf8)
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = buffer.firstRange(of: blank) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
                let empty = Request(connection: number, head: head, body: [])
                let length = empty.values("content-length").first.flatMap { Int($0) } ?? 0
                if buffer.count - end.upperBound >= length {
                    let body = Array(buffer[end.upperBound..<(end.upperBound + length)])
                    buffer.removeFirst(end.upperBound + length)
                    return Request(connection: number, head: head, body: body)
                }
            }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            buffer += chunk[..<count]
        }
    }

    private static func makeSocket() -> Int32 {
        #if canImport(Darwin)
            socket(AF_INET, SOCK_STREAM, 0)
        #else
            socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
    }

    private static func loopback(port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private static func listen() throws -> (listener: Int32, port: Int) {
        let listener = makeSocket()
        var address = loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && Foundation.listen(listener, 128) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }
}
