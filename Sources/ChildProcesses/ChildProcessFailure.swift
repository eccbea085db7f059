/// Why a program is not started, or gets no port.
package struct ChildProcessFailure: Error, Hashable, Sendable {
    /// One clause, no full stop.
    package let cause: String

    init(_ cause: String) { self.cause = cause }
}
