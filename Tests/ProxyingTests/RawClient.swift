import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A bare TCP connection to a port of this machine, which says what it is told to, right or wrong.
///
/// It waits on threads of its own: the proxy under test needs the few that tasks have.
final class RawClient: Sendable {
    private let descriptor: Int32

    /// - Throws: when nobody listens.
    init(port: Int) throws {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let outcome = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard outcome == 0 else { throw POSIXError(.ECONNREFUSED) }
    }

    deinit { close(descriptor) }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Says that nothing more comes, and goes on reading.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Leaves.
    func leave() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// What comes until the text is there, or the other side has ended.
    func read(until mark: String) async -> String {
        await elsewhere { [self] in
            var text: [UInt8] = []
            var byte: UInt8 = 0
            while !text.suffix(mark.utf8.count).elementsEqual(mark.utf8), recv(descriptor, &byte, 1, 0) > 0 {
                text.append(byte)
            }
            return String(decoding: text, as: UTF8.self)
        }
    }

    /// What comes until the other side has ended.
    func readToEnd() async -> String {
        await elsewhere { [self] in
            var text: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = recv(descriptor, &chunk, chunk.count, 0)
                guard count > 0 else { return String(decoding: text, as: UTF8.self) }
                text += chunk[..<count]
            }
        }
    }

    private func elsewhere(_ body: @escaping @Sendable () -> String) async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}
