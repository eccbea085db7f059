import BridgePrimitives

/// Waits a moment of real time before something outside is looked at again.
///
/// - Throws: `browser/cancelled` when the calling task is cancelled, at once.
func pause(for moment: Duration) async throws(BridgeFailure) {
    do { try await Task.sleep(for: moment) } catch {
        throw BrowserReason.cancelled.failure("the wait was given up")
    }
}
