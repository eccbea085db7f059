import Foundation
import HTTPLoader
import Synchronization

/// A server on 127.0.0.1 that answers each request with the bytes it is told to, right or wrong.
final class ScriptedServer: Sendable {
    struct Request: Sendable {
        /// Which connection it came on; the first is 0.
        let connection: Int
        /// Request line and fields as they came, without the empty line.
        let head: String
        let body: [UInt8]

        var lines: [String] { head.components(separatedBy: "\r\n") }
        var line: String { lines.first ?? "" }
        func values(_ name: String) -> [String] {
            lines.dropFirst().filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
                .map { String($0.dropFirst(name.count + 1)).trimmingCharacters(in: .whitespaces) }
        }
    }

    enum Answer: Sendable {
        /// Send, then wait for the next request.
        case keep([UInt8])
        /// Send, then close.
        case close([UInt8])
        /// Say nothing until the other side closes.
        case silence

        static func keep(_ text: String) -> Answer { .keep(Array(text.utf8)) }
        static func close(_ text: String) -> Answer { .close(Array(text.utf8)) }

        /// A complete answer with a length.
        static func ok(_ body: String = "", headers: String = "") -> Answer {
            .keep("HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        }
    }

    let port: Int
    /// Each request as it comes in.
    let arrivals: AsyncStream<Request>
    private let listener: Int32
    private let answer: @Sendable (Request) -> Answer
    private let arrived: AsyncStream<Request>.Continuation
    /// Guards the record of what came.
    private let record = Mutex<[Request]>([])

    init(answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        (arrivals, arrived) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1000))
        (listener, port) = try Self.listen()
    }

    var received: [Request] { record.withLock { $0 } }

    func url(_ target: String = "/") throws -> WebURL { try WebURL("http://127.0.0.1:\(port)\(target)") }

    /// Accepts until ``stop()``; each connection has a thread of its own.
    func start() {
        Thread.detachNewThread { [self] in
            var count = 0
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                let number = count
                count += 1
                Thread.detachNewThread { [self] in serve(connection, number: number) }
            }
        }
    }

    func stop() {
        _ = shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        arrived.finish()
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

    private static func listen() throws -> (listener: Int32, port: Int) {
        #if canImport(Darwin)
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
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

/// Lends a server and a transport to `body` and ends both however it ends.
func withServer<Value>(
    limits: TransportLimits = TransportLimits(),
    answer: @escaping @Sendable (ScriptedServer.Request) -> ScriptedServer.Answer,
    _ body: (ScriptedServer, CurlTransport) async throws -> Value
) async throws -> Value {
    let server = try ScriptedServer(answer: answer)
    let transport = try CurlTransport(limits: limits)
    server.start()
    defer {
        transport.shutdown()
        server.stop()
    }
    return try await body(server, transport)
}

/// The failure that `body` ends with; nil when it succeeds.
func failure<Value>(of body: () async throws(TransportFailure) -> Value) async -> TransportFailure? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}
