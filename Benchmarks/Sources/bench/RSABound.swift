import BridgePrimitives
import Foundation
import Tokens

/// How many RSA-2048 signatures one core makes: the bound that no handoff can pass.
enum RSABound {
    /// Asks `openssl speed`; nil when it is not installed.
    static func opensslSignaturesPerSecond() -> Double? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl", "speed", "-seconds", "2", "rsa2048"]
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
        unblockSignals()
        guard (try? process.run()) != nil else { return nil }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        // The row reads: rsa 2048 bits 0.000587s 0.000032s   1702.3  31226.4
        for line in text.split(separator: "\n")
        where line.hasPrefix("rsa 2048 bits") || line.hasPrefix("rsa  2048 bits") {
            let figures = line.split(separator: " ").compactMap { Double($0) }
            if figures.count >= 2 { return figures[figures.count - 2] }
        }
        return nil
    }

    /// A child inherits the signals that its parent's thread blocks, which on Swift's threads are all; `openssl speed`
    /// ends its rounds by an alarm.
    static func unblockSignals() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// The same with the product's own keys.
    static func ownSignaturesPerSecond(_ key: SigningKey) throws -> Double {
        let message = Array(repeating: UInt8(7), count: 700)
        let count = 1000
        let elapsed = try ContinuousClock().measure { for _ in 0..<count { _ = try key.signature(for: message) } }
        return Double(count) / elapsed.inSeconds
    }
}
