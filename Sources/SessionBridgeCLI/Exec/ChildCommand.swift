import BridgePrimitives
import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A command of the user's, run as a shell runs one: with our input and output, in our process group, so that a terminal
/// is its own.
struct ChildCommand: Sendable {
    /// How it ended.
    enum Ending: Sendable {
        case exited(Int32)
        case signalled(Int32)
        /// With a clause that names the command.
        case notStarted(CommandReason, cause: String)
        /// A signal had come before it was started.
        case interrupted(by: Int32)

        /// As shells give it.
        var exitCode: Int32 {
            switch self {
            case .exited(let code): code
            case .signalled(let number), .interrupted(by: let number): ProcessSignals.exitCode(for: number)
            case .notStarted(.notFound, _): 127
            case .notStarted: 126
            }
        }
    }

    /// The command's name and its arguments.
    let words: [String]
    let environment: [String: String]
    let files: InheritedFiles

    static var inheritedEnvironment: [String: String] { ProcessInfo.processInfo.environment }

    /// Runs it to its end; signals that come meanwhile are passed on to it.
    func run(forwarding signals: ForwardedSignals) async -> Ending {
        if let number = signals.first { return .interrupted(by: number) }
        switch start(catching: signals.caught) {
        case .failure(let failure): return failure.ending
        case .success(let process):
            signals.begin(forwardingTo: process)
            let status = await Self.end(of: process, signals)
            // As WIFSIGNALED and WEXITSTATUS read it, which are macros.
            let signal = status & 0x7F
            return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
        }
    }

    private struct NotStarted: Error { let ending: Ending }

    private func start(catching caught: [Int32]) -> Result<pid_t, NotStarted> {
        files.keepOthersToOurselves()
        var attributes = Self.makeAttributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var usual = sigset_t()
        sigemptyset(&none)
        sigemptyset(&usual)
        // What we catch or ignore for ourselves is nothing to the command; what was ignored for us stays so.
        for number in caught + [SIGPIPE, SIGXFSZ] { sigaddset(&usual, number) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let name = words.first ?? ""
        // Arrays of C strings that end with a null pointer.
        let arguments = words.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for copy in arguments + variables { free(copy) } }
        let error = posix_spawnp(&process, name, nil, &attributes, arguments, variables)
        guard error != 0 else { return .success(process) }
        let reason: CommandReason = error == ENOENT ? .notFound : .notRunnable
        let words = String(cString: strerror(error))
        return .failure(NotStarted(ending: .notStarted(reason, cause: "\(name): \(words)")))
    }

    #if canImport(Darwin)
        private static func makeAttributes() -> posix_spawnattr_t? {
            var attributes: posix_spawnattr_t?
            posix_spawnattr_init(&attributes)
            return attributes
        }
    #else
        private static func makeAttributes() -> posix_spawnattr_t {
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            return attributes
        }
    #endif

    /// On a thread of its own: those for tasks are few.
    private static func end(of process: pid_t, _ signals: ForwardedSignals) async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var information = siginfo_t()
                // It is known to have ended while its number is still its own: no signal goes to another process.
                while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
                signals.endForwarding()
                var status: Int32 = 0
                while waitpid(process, &status, 0) == -1, errno == EINTR {}
                continuation.resume(returning: status)
            }
        }
    }
}
