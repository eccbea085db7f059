#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A failed call of the system, in its words.
package struct SystemFailure: Error, CustomStringConvertible {
    /// What was asked of it: `open /tmp/x`.
    package let call: String
    package let number: Int32

    /// Reads `errno`: to be made right after the call.
    package init(_ call: String) { self.init(call, number: errno) }

    package init(_ call: String, number: Int32) { (self.call, self.number) = (call, number) }

    /// Whether there was no room: on the disk, or within what the user or the process may take of it.
    package var isLackOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }

    /// Whether the process has as many descriptors open as it may.
    package var isLackOfDescriptors: Bool { number == EMFILE }

    /// The system's words alone.
    package var words: String { String(cString: strerror(number)) }

    package var description: String { "\(call): \(words)" }
}
