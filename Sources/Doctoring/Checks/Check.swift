import Reasons

/// One look at a set-up: what is asked, and what the answer rests on.
struct Check: Sendable {
    enum Answer: Sendable {
        /// There is nothing that it could be asked of.
        case notApplicable
        case fine
        case wrong([Evidence])

        /// Wrong where there is evidence.
        init(_ evidence: [Evidence]) { self = evidence.isEmpty ? .fine : .wrong(evidence) }
    }

    let reason: DoctorReason
    let area: DoctorArea
    let look: @Sendable (Surroundings) -> Answer

    init(_ reason: DoctorReason, _ area: DoctorArea, _ look: @escaping @Sendable (Surroundings) -> Answer) {
        (self.reason, self.area, self.look) = (reason, area, look)
    }
}
