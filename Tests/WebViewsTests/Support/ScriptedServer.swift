import Foundation
import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What reached the server.
struct ReceivedRequest: Sendable {
    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let body: String

    func header(_ name: String) -> String? { headers.first { $0.name == name.lowercased() }?.value }
    var host: String { header("host").map { String($0.prefix { $0 != ":" }) } ?? "" }
    /// Of the server, as the client wrote it.
    var port: Int { header("host").flatMap { $0.split(separator: ":").last }.flatMap { Int($0) } ?? 80 }
    /// `GET app.localhost/path`
    var line: String { "\(method) \(host)\(target)" }
}

/// What the server answers.
enum Reply: Sendable {
    case response(status: Int, headers: [(String, String)], body: [UInt8])
    /// The connection stays open and nothing comes.
    case silence

    static func html(_ text: String = "<title>Page</title>", cookies: [String] = [], status: Int = 200) -> Reply {
        .response(
            status: status,
            headers: [("Content-Type", "text/html; charset=utf-8")] + cookies.map { ("Set-Cookie", $0) },
            body: Array(text.utf8))
    }
    static func redirect(_ location: String, cookies: [String] = [], status: Int = 302) -> Reply {
        .response(status: status, headers: [("Location", location)] + cookies.map { ("Set-Cookie", $0) }, body: [])
    }
    static func typed(_ type: String?, _ body: [UInt8], _ more: [(String, String)] = []) -> Reply {
        .response(status: 200, headers: (type.map { [("Content-Type", $0)] } ?? []) + more, body: body)
    }
}

/// A server on a free port of 127.0.0.1 that answers by a script and remembers what it was asked.
/// Every name under `.localhost` leads to it, so one server plays several sites.
final class ScriptedServer: Sendable {
    let port: Int
    private let listener: Int32
    private let script: @Sendable (ReceivedRequest) -> Reply
    private let isStopped = Mutex(false)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let log = Mutex<[ReceivedRequest]>([])
    private let arrivals: AsyncStream<ReceivedRequest>
    private let arrived: AsyncStream<ReceivedRequest>.Continuation

    init(_ script: @escaping @Sendable (ReceivedRequest) -> Reply) throws {
        self.script = script
        (arrivals, arrived) = AsyncStream.makeStream()
        listener = Self.makeSocket()
        var address = Self.loopback(port: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listener
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                bind(socket, bare, length) == 0 && listen(socket, 64) == 0 && getsockname(socket, bare, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        port = Int(UInt16(bigEndian: address.sin_port))
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                if connection < 0 || isStopped.withLock({ $0 }) {
                    if connection >= 0 { close(connection) }
                    break
                }
                Thread.detachNewThread { self.serve(connection) }
            }
            close(listener)
            hasEnded.signal()
        }
    }

    /// Returns when the port is free again. The thread that accepts closes the socket, so that its number cannot be
    /// another server's by then; a connection of our own wakes it.
    func stop() {
        guard
            !isStopped.withLock({ stopped in
                defer { stopped = true }; return stopped
            })
        else { return }
        let waker = Self.makeSocket()
        var address = Self.loopback(port: port)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bare in
                connect(waker, bare, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        hasEnded.wait()
        close(waker)
        arrived.finish()
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

    func url(_ path: String = "/", on host: String = "app.localhost") -> String { "http://\(host):\(port)\(path)" }

    var requests: [ReceivedRequest] { log.withLock { $0 } }
    /// The `Cookie` headers in order; nil for a request without.
    var cookies: [String?] { requests.map { $0.header("cookie") } }

    /// Waits for the next request that nobody has waited for.
    func nextArrival() async -> ReceivedRequest? {
        for await request in arrivals { return request }
        return nil
    }

    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        var head: Range<Int>?
        while true {
            head = bytes.firstRange(of: Array("\r\n\r\n".utf8))
            if let head, bytes.count - head.upperBound >= contentLength(bytes[..<head.lowerBound]) { break }
            let count = recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else {
                close(connection)
                return
            }
            bytes += chunk[..<count]
        }
        guard let head, let request = parse(head: bytes[..<head.lowerBound], body: bytes[head.upperBound...]) else {
            return
        }
        log.withLock { $0.append(request) }
        arrived.yield(request)
        guard case .response(let status, let headers, let body) = script(request) else {
            _ = recv(connection, &chunk, 1, 0)  // until the client gives up
            close(connection)
            return
        }
        var text = "HTTP/1.1 \(status) Scripted\r\nContent-Length: \(body.count)\r\nConnection: close\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        let out = Array((text + "\r\n").utf8) + body
        var sent = 0
        while sent < out.count {
            let count = out[sent...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { break }
            sent += count
        }
        close(connection)
    }

    private func lines(_ head: ArraySlice<UInt8>) -> [String] {
        String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    }

    private func fields(_ head: ArraySlice<UInt8>) -> [(name: String, value: String)] {
        lines(head).dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (
                line[..<colon].lowercased(),
                line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            )
        }
    }

    private func contentLength(_ head: ArraySlice<UInt8>) -> Int {
        fields(head).first { $0.name == "content-length" }.flatMap { Int($0.value) } ?? 0
    }

    private func parse(head: ArraySlice<UInt8>, body: ArraySlice<UInt8>) -> ReceivedRequest? {
        let parts = lines(head).first?.split(separator: " ") ?? []
        guard parts.count == 3 else { return nil }
        return ReceivedRequest(
            method: String(parts[0]), target: String(parts[1]), headers: fields(head),
            body: String(decoding: body, as: UTF8.self))
    }
}

#if canImport(Darwin)
    private let MSG_NOSIGNAL = 0
#endif
