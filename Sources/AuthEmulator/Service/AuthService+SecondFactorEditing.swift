import BridgePrimitives

/// Second factors as administrators write them, without anybody typing a code.
extension AuthService {
    /// Production's limit for one account.
    static let secondFactorLimit = 5

    /// The factors of a new account; ids are made here, whatever the rows say, and a number counts once.
    func newSecondFactors(_ rows: [WireBody], now: Instant) throws -> [SecondFactor] {
        var factors: [SecondFactor] = []
        for row in rows {
            guard let number = try row.string("phoneInfo").flatMap({ PhoneNumber($0, strictness: strictness) }) else {
                throw AuthRefusal(.invalidMFAPhoneNumber, "Invalid format.")
            }
            guard !factors.contains(where: { $0.phoneNumber == number.text }) else { continue }
            factors.append(
                SecondFactor(
                    enrollmentID: ids.alphanumeric(count: 28), displayName: try row.string("displayName"),
                    enrolledAt: try row.string("enrolledAt").flatMap(Instant.init(rfc3339:)) ?? now,
                    kind: .phone(number.text)))
        }
        try requireFewFactors(factors.count)
        return factors
    }

    /// Replaces all factors by those of `mfa.enrollments`; a row of an authenticator app keeps the one that is there,
    /// since nobody can send its secret.
    func changeSecondFactors(of account: inout Account, by request: UpdateRequest, now: Instant) throws {
        guard let rows = request.secondFactors else { return }
        guard !rows.isEmpty else {
            if account.secondFactors != nil { account.secondFactors = [] }
            return
        }
        var factors: [SecondFactor] = []
        for row in rows {
            let id = try row.nonEmptyString("mfaEnrollmentId")
            let known = (account.secondFactors ?? []).first { $0.enrollmentID == id }
            let kind: SecondFactor.Kind
            if let known, known.phoneNumber == nil, row.contains("totpInfo") {
                kind = known.kind
            } else if let number = try row.string("phoneInfo").flatMap({ PhoneNumber($0, strictness: strictness) }) {
                kind = .phone(number.text)
            } else {
                throw AuthRefusal(.invalidMFAPhoneNumber, "Invalid format.", uid: account.localID)
            }
            guard let id else {
                throw AuthRefusal(
                    .invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.", uid: account.localID)
            }
            guard !factors.contains(where: { $0.enrollmentID == id }) else {
                throw AuthRefusal(.duplicateMFAEnrollmentID, uid: account.localID)
            }
            if case .phone(let number) = kind, factors.contains(where: { $0.phoneNumber == number }) { continue }
            let enrolledAt = try row.string("enrolledAt").flatMap(Instant.init(rfc3339:))
            factors.append(
                SecondFactor(
                    enrollmentID: id, displayName: try row.string("displayName"),
                    enrolledAt: enrolledAt ?? known?.enrolledAt ?? now, kind: kind))
        }
        try requireFewFactors(factors.count)
        account.secondFactors = factors
    }

    func requireFewFactors(_ count: Int) throws {
        guard enforces(.secondFactorLimit), count > Self.secondFactorLimit else { return }
        throw AuthRefusal(.secondFactorLimitExceeded, "at most \(Self.secondFactorLimit)")
    }
}
