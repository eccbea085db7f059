/// Performs one request: no redirects, no cookies, no cache.
///
/// Implementers: end with ``TransportReason/cancelled`` soon after the calling task is cancelled, keep repeated header
/// fields apart and in order, and refuse what ``HTTPRequest/refusal(limits:)`` refuses.
public protocol Transport: Sendable {
    /// - Throws: ``TransportFailure`` when there is no complete response. A status of 400 or more is a response.
    func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange
}
