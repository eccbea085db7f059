package import BridgePrimitives
import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

extension ListeningReason {
    /// Why nobody can listen on an address, without the words of whoever tried: they name functions.
    ///
    /// - Parameters:
    ///   - error: what binding a socket ended with.
    ///   - name: what the service is called in messages.
    ///   - portAdvice: how any free port is asked for, such as `pass --ui-port 0`; nil for `--port-base`, which the reasons
    ///     name by themselves.
    package static func bindingFailure(
        _ error: any Error, name: String, address: ListenAddress, portAdvice: String? = nil
    ) -> BridgeFailure {
        let reason: ListeningReason
        switch (error as? IOError)?.errnoCode {
        case EADDRINUSE: reason = .portInUse
        case EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT: reason = .addressNotAvailable
        case EACCES: reason = .portNotAllowed
        case EMFILE: reason = .tooFewDescriptors
        case nil where error is SocketAddressError || error is SocketAddressError.UnknownHost:
            reason = .addressNotAvailable
        default: reason = .couldNotListen
        }
        let fix = portAdvice.flatMap { reason.fix(with: $0) }
        switch reason {
        case .tooFewDescriptors: return .tooFewDescriptors("\(name) cannot listen on \(address)")
        case .portInUse:
            return reason.failure("port \(address.port) for \(name) is already bound on \(address.host)", fix: fix)
        case .couldNotListen: return reason.failure("\(name) cannot listen on \(address): \(error)", fix: fix)
        default: return reason.failure("\(name) cannot listen on \(address)", fix: fix)
        }
    }

    /// What there is to do about a port that is set in one place; nil for what is no port's fault.
    private func fix(with portAdvice: String) -> String? {
        switch self {
        case .portInUse: "stop what listens there, or \(portAdvice) for any free port"
        case .portNotAllowed: "choose a port above 1023, or \(portAdvice) for any free one"
        case .couldNotListen: "\(portAdvice) for any free port"
        default: nil
        }
    }
}
