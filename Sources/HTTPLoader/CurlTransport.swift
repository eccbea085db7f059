public import BridgePrimitives

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// HTTP over libcurl: one thread of its own, connections kept alive between requests.
///
/// HTTP/1.1, and HTTP/2 over TLS where the server offers it. libcurl's cookies, redirects, netrc files and the proxies
/// of the environment are off. Names under `.localhost` are the loopback interface. What is sent is the request's own
/// header, `Host` and the body's framing. Time spent here is real time: see ``withDeadline(_:on:_:)`` for the world's.
public final class CurlTransport: Transport {
    public let limits: TransportLimits
    private let queue: TransferQueue

    /// Starts the thread.
    ///
    /// - Throws: `transport/no-certificates` when `trust` has PEM without a certificate, `transport/unavailable` when
    ///   libcurl or the system gives no handle or no thread.
    public init(trust: TrustedCertificates = .system, limits: TransportLimits = TransportLimits()) throws(BridgeFailure)
    {
        try trust.mustHoldCertificates()
        do {
            let multi = try MultiHandle(limits: limits)
            queue = TransferQueue(waker: multi.waker)
            let loop = TransferLoop(queue: queue, multi: multi, trust: trust, limits: limits)
            try LoopThread.start { loop.run() }
        } catch {
            throw BridgeFailure(
                TransportSetupReason.unavailable, cause: "the HTTP library could not start: \(error.words)")
        }
        self.limits = limits
    }

    deinit { queue.close() }

    /// The transport's own thread as an executor.
    ///
    /// A task that prefers it sends and receives without a change of thread, which pays for long runs of small
    /// requests. Nothing that blocks may run there: every other request would wait for it.
    public var executor: any TaskExecutor { queue }

    public func perform(_ request: HTTPRequest) async throws(TransportFailure) -> Exchange {
        if let refusal = request.refusal(limits: limits) { throw refusal }
        let (queue, id) = (queue, queue.newID())
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.submit(.init(id: id, request: request, continuation: continuation))
            }
        } onCancel: {
            queue.cancel(id)
        }
        return try result.get()
    }

    /// Fails what is in flight with ``TransportReason/shutDown``, refuses what comes later, closes all connections
    /// and ends the thread. Returns without waiting for that; a second call does nothing.
    public func shutdown() { queue.close() }
}

extension TrustedCertificates {
    fileprivate func mustHoldCertificates() throws(BridgeFailure) {
        let pem: [UInt8]
        switch self {
        case .system: return
        case .systemAnd(let given), .only(let given): pem = given
        }
        guard Self.haveAny(in: pem) else {
            throw BridgeFailure(
                TransportSetupReason.noCertificates, cause: "the trusted certificates are no PEM text")
        }
    }
}

/// A detached thread that runs one closure and ends.
private enum LoopThread {
    private final class Body {
        let run: () -> Void
        init(run: @escaping () -> Void) { self.run = run }
    }

    static func start(_ run: @escaping () -> Void) throws(CurlFailure) {
        let body = Unmanaged.passRetained(Body(run: run))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, threadMain, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw CurlFailure(systemError: code)
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
    }

    #if canImport(Darwin)
        private static let threadMain: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
            Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
            return nil
        }
    #else
        private static let threadMain: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            if let body = $0 { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
            return nil
        }
    #endif
}
