#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many descriptors a process may have open at once: files, sockets, event queues.
package struct DescriptorLimit: Hashable, Sendable {
    /// What the system enforces.
    package let soft: Int
    /// How far the process itself may raise ``soft``; `Int.max` if there is no limit.
    package let hard: Int

    package init(soft: Int, hard: Int) {
        self.soft = soft
        self.hard = hard
    }

    /// What every command asks for. Linux gives it to all processes; a Mac's Terminal gives 256.
    ///
    /// Programs that a command starts inherit it, which cannot harm them: `select`, which some of them use, takes
    /// descriptors up to this number.
    package static let usual = 1024

    /// The highest soft limit that is asked for: `OPEN_MAX` of macOS, which refuses more.
    static let most = 10_240

    /// The soft limit to ask for so that `wanted` descriptors can be open; never a lower one than there is.
    package func soft(for wanted: Int) -> Int { max(soft, min(wanted, hard, Self.most)) }

    /// How many descriptors to leave to libraries that open one for a moment, and end the process if they get none:
    /// libdispatch to count its threads, GLib for an event loop.
    package var spare: Int { min(max(soft / 8, 12), 32) }
}

extension DescriptorLimit {
    #if canImport(Darwin)
        private static let resource = RLIMIT_NOFILE
    #else
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif

    /// This process's.
    package static var current: DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return DescriptorLimit(soft: usual, hard: usual) }
        return DescriptorLimit(soft: Int(clamping: limit.rlim_cur), hard: Int(clamping: limit.rlim_max))
    }

    /// Raises this process's soft limit as far as it may for `wanted` descriptors.
    package static func raise(to wanted: Int) {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        let soft = current.soft(for: wanted)
        guard soft > Int(clamping: limit.rlim_cur) else { return }
        limit.rlim_cur = rlim_t(soft)
        // If the system refuses after all, what needs more says so.
        _ = setrlimit(resource, &limit)
    }

    /// How many more descriptors this process can open, counted up to `most`.
    ///
    /// - Complexity: a call of the system for each that is counted, and for each open one above the last of these. New
    ///   descriptors get the lowest free number, so there are many only if little is left.
    package func room(upTo most: Int) -> Int {
        var (number, free) = (Int32(clamping: soft), 0)
        while number > 0, free < most {
            number -= 1
            if fcntl(number, F_GETFD) < 0 { free += 1 }
        }
        return free
    }

    /// Whether ``spare`` descriptors are left.
    package var hasSpare: Bool { room(upTo: spare) >= spare }
}
