import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A bare TCP connection to a port of the loopback address, for what no decent HTTP client sends.
final class RawConnection: Sendable {
    private let descriptor: Int32

    /// Returns nil when nobody listens.
    init?(port: Int) {
        #if canImport(Darwin)
            let stream = SOCK_STREAM
        #else
            let stream = Int32(SOCK_STREAM.rawValue)
        #endif
        let made = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(made, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(made)
            return nil
        }
        descriptor = made
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { sendBytes(descriptor, $0) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    /// What comes until the server closes the connection.
    ///
    /// Read on a thread of its own: the server under test needs the few threads that tasks have.
    func readToEnd() async -> String {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.readHere()) }
        }
    }

    private func readHere() -> String {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = chunk.withUnsafeMutableBytes { readBytes(descriptor, $0) }
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += chunk.prefix(count)
        }
    }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
        send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
        send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
}

private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, bytes.baseAddress, bytes.count)
}
