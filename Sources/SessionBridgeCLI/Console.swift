import ArgumentParser
import AuthEmulator
import BridgePrimitives
import Reporting
import Scenarios
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#endif

/// Results on standard output, messages on standard error.
enum Console {
    /// What went wrong with standard output; nothing is written to it afterwards.
    private static let outputError = Mutex<Int32?>(nil)

    static func print(_ text: String) {
        guard outputError.withLock({ $0 }) == nil, let error = write(text + "\n", to: STDOUT_FILENO) else { return }
        outputError.withLock { $0 = $0 ?? error }
    }

    /// Whoever does not get messages is not told so.
    static func note(_ text: String) { _ = write(text + "\n", to: STDERR_FILENO) }

    /// - Throws: `output/not-writable` when a result did not get where it was to go. A reader that has gone, as `head`
    ///   does, has what it wanted.
    static func checkOutput() throws(BridgeFailure) {
        guard let error = outputError.withLock({ $0 }), error != EPIPE else { return }
        throw BridgeFailure(
            OutputReason.notWritable,
            cause: "standard output cannot be written: \(String(cString: strerror(error)))",
            fix: error == ENOSPC ? "make room, or send it elsewhere" : "send it elsewhere")
    }

    /// Writes at once: a script that waits for the first line must not wait for a buffer to fill.
    ///
    /// - Returns: the system's error; nil when all is written.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written > 0 {
                bytes = bytes.dropFirst(written)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Whether standard output takes colours: a terminal, and `NO_COLOR` is not set (no-color.org).
    static var hasColour: Bool {
        if let noColour = getenv("NO_COLOR"), noColour.pointee != 0 { return false }
        if let term = getenv("TERM"), String(cString: term) == "dumb" { return false }
        return isatty(STDOUT_FILENO) == 1
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// A few colours, or none.
struct Palette {
    let isOn: Bool

    func green(_ text: String) -> String { wrapped(text, "32") }
    func red(_ text: String) -> String { wrapped(text, "31") }
    func yellow(_ text: String) -> String { wrapped(text, "33") }
    func bold(_ text: String) -> String { wrapped(text, "1") }
    func dim(_ text: String) -> String { wrapped(text, "2") }

    private func wrapped(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

/// Runs a verb's body; a ``BridgeFailure`` becomes one line on standard error and its exit code, a scenario file that
/// cannot be read its place in the file. Results that could not be written are a failure, whatever they say.
///
/// - Parameter timeout: how long the body may take, as it was typed.
func runningVerb(within timeout: String? = nil, _ body: () async throws -> Void) async throws {
    do {
        let deadline = try timeout.map { try CommandDeadline($0.asTimeout()) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        deadline?.disarm()
        try Console.checkOutput()
        if let deadline, deadline.hasPassed { throw deadline.failure }
        try outcome.get()
    } catch let failure as BridgeFailure {
        Console.note("session-bridge: \(failure)")
        throw ExitCode(failure.kind.exitCode)
    } catch let problems as ScenarioProblems {
        // Each begins with file, line and column, where editors look for them.
        Console.note(problems.description)
        throw ExitCode(BridgeFailure.Kind.unreadableInput.exitCode)
    } catch let refusal as AuthRefusal {
        Console.note("session-bridge: error[\(refusal.reason.code)]: \(refusal.message)")
        throw ExitCode(BridgeFailure.Kind.unreadableInput.exitCode)
    }
}
