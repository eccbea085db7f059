public import BridgePrimitives

extension FaultBook {
    /// Puts the clocks of the parties off by which faults say their services' clocks are, and sets right those that none
    /// does. The auth service reads its own with each request.
    public func skewClocks(of clock: WorldClock, before: [Fault] = []) {
        for (service, party) in [(FaultService.backend, WorldClock.Party.backend), (.web, .web)] {
            func skew(_ faults: [Fault]) -> Duration? {
                let skews = faults.compactMap { fault -> Duration? in
                    guard fault.service == service, case .skew(let skew) = fault.effect else { return nil }
                    return skew
                }
                return skews.isEmpty ? nil : skews.reduce(.zero, +)
            }
            if let skew = skew(all) {
                clock.setSkew(skew, of: party)
            } else if skew(before) != nil {
                clock.setSkew(.zero, of: party)
            }
        }
    }
}
