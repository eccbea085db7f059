import ArgumentParser
import AuthEmulator
import BridgePrimitives
import BridgeTrace
import Files
import Scenarios

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

    /// A line, of whatever text: see ``StyledText``. JSON on one line keeps its meaning.
    static func print(_ line: StyledText) {
        guard outputError.withLock({ $0 }) == nil, let error = write(shown(line) + "\n", to: STDOUT_FILENO) else {
            return
        }
        outputError.withLock { $0 = $0 ?? error }
    }

    @_disfavoredOverload  // literals have styled pieces in them
    static func print(_ line: String) { print(StyledText(line)) }

    static func print(_ lines: [String]) { for line in lines { print(StyledText(line)) } }

    /// Text of our own making, whose line ends are meant.
    static func print(document: String) {
        print(document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    /// A line on standard error. Whoever does not get messages is not told so.
    static func note(_ line: StyledText) { _ = write(shown(line) + "\n", to: STDERR_FILENO) }

    /// As it is written; see ``WorkflowCommand``.
    private static func shown(_ line: StyledText) -> String {
        isOnGitHub ? WorkflowCommand.defused(line.rendered) : line.rendered
    }

    @_disfavoredOverload
    static func note(_ line: String) { note(StyledText(line)) }

    static func note(_ lines: [String]) { for line in lines { note(StyledText(line)) } }

    /// Text of our own making, whose line ends are meant.
    static func note(document: String) {
        note(document.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }

    /// - Throws: `output/not-writable` or `output/disk-full` when a result did not get where it was to go. A reader that
    ///   has gone, as `head` does, has what it wanted.
    static func checkOutput() throws(BridgeFailure) {
        guard let error = outputError.withLock({ $0 }), error != EPIPE else { return }
        let failure = SystemFailure("write", number: error)
        throw OutputReason(failure).failure(
            "standard output cannot be written: \(failure.words)",
            fix: failure.isLackOfRoom ? "make room, or send it elsewhere" : "send it elsewhere")
    }

    /// A command of GitHub's runner, which reads them in either output.
    static func command(_ line: String) { _ = write(line + "\n", to: STDERR_FILENO) }

    /// The last line of a terminal, in the place of the one before; empty for none.
    static func progress(_ text: String) { _ = write("\r\u{1B}[K" + VisibleText.escaped(text), to: STDERR_FILENO) }

    /// Empties the terminal.
    static func clear() { _ = write("\u{1B}[H\u{1B}[2J", to: STDOUT_FILENO) }

    /// Whether standard output is a terminal that obeys.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 && !isDumb }

    /// Whether somebody looks at standard error who is served by a line that moves: a terminal, and no CI server's.
    static var showsProgress: Bool {
        guard isatty(STDERR_FILENO) == 1, !isDumb else { return false }
        guard let isCI = getenv("CI") else { return true }
        return isCI.pointee == 0
    }

    /// Of the terminal, in columns.
    static var width: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
    }

    /// Whether GitHub's runner reads what is written, and obeys lines that begin as its commands do.
    static let isOnGitHub = getenv("GITHUB_ACTIONS").map { String(cString: $0) == "true" } ?? false

    private static var isDumb: Bool { getenv("TERM").map { String(cString: $0) == "dumb" } ?? false }

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
        return isatty(STDOUT_FILENO) == 1 && !isDumb
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// Runs a verb's body; a ``BridgeFailure`` becomes one line on standard error and its exit code, a scenario file that
/// cannot be read its place in the file. Results that could not be written are a failure, whatever they say.
///
/// - Parameters:
///   - masking: how errors repeat what the user typed: an address, a header and a line of a file can hold secrets. Nil for
///     what was typed for this process.
///   - timeout: how long the body may take, as it was typed.
func runningVerb(
    _ masking: Masking.Policy? = .fingerprints, within timeout: String? = nil, courtesy: Duration = .zero,
    _ body: () async throws -> Void
) async throws {
    do {
        let deadline = try timeout.map { try CommandDeadline($0.asTimeout(), courtesy: courtesy) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        deadline?.disarm()
        try Console.checkOutput()
        if let deadline, deadline.hasPassed { throw deadline.failure }
        try outcome.get()
    } catch {
        guard let code = tellFailure(error, masking) else { throw error }
        throw ExitCode(code)
    }
}

/// The same for a verb that starts something: services, somebody's own backend and page, a real engine. At a signal its task
/// is cancelled, so that nothing of that is left; the verb tells what had been done by then.
func runningWorlds(
    _ masking: Masking.Policy, within timeout: String? = nil, courtesy: Duration = .zero,
    _ body: () async throws -> Void
) async throws {
    try await runningVerb(masking, within: timeout, courtesy: courtesy) {
        // Caught before anything starts.
        try await EndingSignal().cancelling(body)
    }
}

/// Says what went wrong, in one line or by its place in a file.
///
/// - Returns: the exit code for it; nil for what somebody else has to tell.
func tellFailure(_ error: any Error, _ masking: Masking.Policy?) -> Int32? {
    let secrets = TypedSecrets.ofThisProcess(masking)
    switch error {
    case let failure as BridgeFailure:
        Console.note("session-bridge: \(secrets.hidden(in: failure.description))")
        return failure.kind.exitCode
    case let problems as ScenarioProblems:
        // Each begins with file, line and column, where editors look for them.
        for problem in problems.problems { Console.note(problem.lines.map(secrets.hidden)) }
        return BridgeFailure.Kind.unreadableInput.exitCode
    case let refusal as AuthRefusal:
        Console.note("session-bridge: " + secrets.hidden(in: "error[\(refusal.reason.code)]: \(refusal.message)"))
        return BridgeFailure.Kind.unreadableInput.exitCode
    default: return nil
    }
}
