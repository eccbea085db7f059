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

    /// Replaces all factors by those of `mfa.enrollments`, as they are sent; none are left of an empty list.
    ///
    /// A row of an authenticator app keeps the one that is there, since nobody can send its secret.
    func changeSecondFactors(of account: inout Account, by request: UpdateRequest, as caller: AuthCaller) throws {
        guard let rows = request.secondFactors else { return }
        guard caller == .admin || !enforces(.secondFactorsProven) else {
            throw AuthRefusal(.insufficientPermission, "mfa", uid: account.localID)
        }
        var factors: [SecondFactor] = []
        for row in rows {
            guard let kind = try kind(of: row, among: account.secondFactors ?? []) else {
                throw AuthRefusal(.invalidMFAPhoneNumber, "Invalid format.", uid: account.localID)
            }
            // A number counts once; what else a repeated row says is not looked at.
            if case .phone(let number) = kind, factors.contains(where: { $0.phoneNumber == number }) { continue }
            guard let id = try row.nonEmptyString("mfaEnrollmentId") else {
                throw AuthRefusal(
                    .invalidMFAEnrollmentID, "mfaEnrollmentId must be defined.", uid: account.localID)
            }
            guard !factors.contains(where: { $0.enrollmentID == id }) else {
                throw AuthRefusal(.duplicateMFAEnrollmentID, uid: account.localID)
            }
            factors.append(
                SecondFactor(
                    enrollmentID: id, displayName: try row.string("displayName"),
                    enrolledAt: try row.string("enrolledAt").flatMap(Instant.init(rfc3339:)), kind: kind))
        }
        try requireFewFactors(factors.count)
        account.secondFactors = factors.isEmpty ? nil : factors
    }

    private func kind(of row: WireBody, among known: [SecondFactor]) throws -> SecondFactor.Kind? {
        if row.contains("totpInfo"), let id = try row.nonEmptyString("mfaEnrollmentId"),
            let app = known.first(where: { $0.enrollmentID == id && $0.phoneNumber == nil })
        {
            return app.kind
        }
        return try row.string("phoneInfo").flatMap { PhoneNumber($0, strictness: strictness) }
            .map { .phone($0.text) }
    }

    func requireFewFactors(_ count: Int) throws {
        guard enforces(.secondFactorLimit), count > Self.secondFactorLimit else { return }
        throw AuthRefusal(.secondFactorLimitExceeded, "at most \(Self.secondFactorLimit)")
    }
}
