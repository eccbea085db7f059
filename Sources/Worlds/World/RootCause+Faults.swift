import BridgeTrace

extension RootCause {
    /// The same cause, which says so where somebody has planted what led to it.
    func naming(faultsIn events: [TraceEvent]) -> RootCause {
        let planted = events.last { event in
            guard case .fault = event.kind else { return false }
            return evidence.map { event.sequence <= $0 } ?? true
        }
        guard let planted, case .fault(let fault) = planted.kind else { return self }
        return RootCause(
            code: code,
            message: "\(message) A fault was planted before that: \(fault.effect.text) in \(fault.service).",
            fix: fix, evidence: evidence, consequences: consequences)
    }
}
