import CCurl
import Files

/// Sole owner of the multi handle, which keeps the connections; freed exactly once, after its easy handles have left.
///
/// Used on the loop's thread only, ``Waker`` apart.
final class MultiHandle {
    private let raw: UnsafeMutableRawPointer
    private let mostConnections: Int
    private var mostRequests = 0

    init(limits: TransportLimits) throws(CurlFailure) {
        guard CurlLibrary.isReady, let raw = curl_multi_init() else { throw CurlFailure(CURLE_FAILED_INIT) }
        self.raw = raw
        mostConnections = limits.connections(within: DescriptorLimit.current.soft)
        try check(ccurl_multi_setopt_long(raw, CURLMOPT_MAX_TOTAL_CONNECTIONS, mostConnections))
    }

    /// Keeps connections for as many requests as have been under way at a time. libcurl closes none because its server has,
    /// until their number is reached: with one world after the other, hundreds would be open.
    ///
    /// - Parameter requests: how many are under way.
    func keepConnections(for requests: Int) throws(CurlFailure) {
        guard requests > mostRequests else { return }
        mostRequests = requests
        let kept = min(TransportLimits.kept(after: requests), mostConnections)
        try check(ccurl_multi_setopt_long(raw, CURLMOPT_MAXCONNECTS, kept))
    }

    deinit { curl_multi_cleanup(raw) }

    var waker: Waker { Waker(raw: raw) }

    func add(_ easy: EasyHandle) throws(CurlFailure) { try check(curl_multi_add_handle(raw, easy.raw)) }

    func remove(_ easy: EasyHandle) throws(CurlFailure) { try check(curl_multi_remove_handle(raw, easy.raw)) }

    /// Reads and writes whatever can be without waiting.
    func perform() throws(CurlFailure) {
        var running: Int32 = 0
        try check(curl_multi_perform(raw, &running))
    }

    /// Waits for a socket, for one of libcurl's own timers, or for the waker.
    func wait() throws(CurlFailure) {
        try check(curl_multi_poll(raw, nil, 0, 3_600_000, nil))
    }

    /// A transfer that has ended since the last call, with its result.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = curl_multi_info_read(raw, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
            return (easy, ccurl_message_result(message))
        }
        return nil
    }

    /// Ends a wait of the loop's thread from any thread.
    ///
    /// `@unchecked Sendable`: libcurl allows `curl_multi_wakeup` on any thread while the handle lives. The mutex of
    /// ``TransferQueue`` is the guard: it is held around each call, and the waker is taken out of it before the handle
    /// is freed.
    struct Waker: @unchecked Sendable {
        fileprivate let raw: UnsafeMutableRawPointer

        /// A wake-up that fails leaves nothing to do: the pipe is full, so the loop is being woken already.
        func wake() { _ = curl_multi_wakeup(raw) }
    }
}

/// libcurl's process-wide set-up, done once, before the first handle.
enum CurlLibrary {
    static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}
