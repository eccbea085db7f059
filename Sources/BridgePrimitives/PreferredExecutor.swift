/// Where the calling task prefers to run, for a task that goes on for it: child tasks inherit it, others must be told.
///
/// Nil for no preference, and where the system cannot tell.
package var preferredExecutor: (any TaskExecutor)? {
    guard #available(macOS 26.4, *) else { return nil }
    return unsafe withUnsafeCurrentTask { task in unsafe task?.unownedTaskExecutor?.asTaskExecutor() }
}
