import BridgePrimitives
import Listening
import PageEngines
import Scenarios

// A page that goes on: its user, its scripts or the app have done something in it.
extension EngineBrowser {
    /// Does something in the page that is shown and judges what is shown then: another document as one that is opened, and
    /// the same one as soon as it is at rest.
    ///
    /// - Parameter expectsLoad: whether it is most likely that another document comes, for which more time is given.
    /// - Throws: what `action` throws, once what it did is in the trace; `engine/lost` and the like.
    func led<Value>(
        by action: () async throws -> Value, expectsLoad: Bool, nativeUserID: String?
    ) async throws -> Value {
        guard let before = lastPage else { throw PageEngineReason.cancelled.failure("no page is open") }
        let mark = try await goOn()
        let outcome: Result<Value, any Error>
        do { outcome = .success(try await action()) } catch { outcome = .failure(error) }
        let offset = clock.now - SystemTime.now
        let (start, timeouts) = (ContinuousClock.now, settings.pageTimeouts)
        let quiet = expectsLoad ? max(timeouts.quiet, timeouts.atDeadEnd) : timeouts.quiet
        while true {
            let progress = try window.progress(quiet: quiet, patience: timeouts.page)
            if progress.isLedOn {
                try await judge(since: mark, nativeUserID)
                break
            }
            if progress.isAtRest || ContinuousClock.now - start >= timeouts.page {
                let judged = await look(at: progress, of: before, since: mark, nativeUserID)
                try await record(judged, since: mark, shiftedBy: offset, firstEvent: before.firstEvent)
                break
            }
            do { try await Task.sleep(for: .milliseconds(25)) } catch {
                throw PageEngineReason.cancelled.failure("the page was given up")
            }
        }
        return try outcome.get()
    }
}

extension EngineWindow.Progress {
    /// Whether another document is on its way, or has come.
    fileprivate var isLedOn: Bool {
        happenings.contains { happening in
            switch happening.event {
            case .navigation(.didStartProvisional, _), .navigation(.didCommit, _): true
            default: false
            }
        }
    }
}
