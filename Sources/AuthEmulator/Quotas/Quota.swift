import BridgePrimitives

/// Something that production does only so often. How often is the configuration's to say, under the raw value as a
/// name; what it does not name is not counted.
///
/// Production's own numbers change and depend on the plan: a hundred new accounts an hour and address, a thousand
/// messages a minute, 150 e-mails to reset a password and five to sign in a day without billing, ten deletions a second, say.
public enum Quota: String, CaseIterable, Sendable {
    /// Accounts that users make, by whatever first factor; neither an administrator's nor a custom token's.
    case newAccounts = "newAccountsPerHour"
    /// Messages with codes, of first and second factors; none goes to a test number.
    case messagesPerMinute
    case messagesPerHour
    /// E-mails; none is sent where an administrator asks for the link itself.
    case passwordResetMails = "passwordResetMailsPerDay"
    case verificationMails = "verificationMailsPerDay"
    case signInMails = "signInMailsPerDay"
    /// Wrong passwords for one address.
    case failedPasswords = "failedPasswordsPerHour"
    /// Codes that are typed, right or wrong, of first and second factors; those of test numbers are not counted.
    case phoneAttempts = "phoneAttemptsPerHour"
    /// Accounts that are deleted one by one, by users and administrators.
    case deletions = "deletionsPerSecond"
    /// Lists of accounts that an administrator deletes.
    case batchDeletions = "batchDeletionsPerSecond"
    /// Whatever an administrator asks about accounts; the configuration can always be changed.
    case administration = "adminOperationsPerSecond"

    /// What is counted at a time: it slides, so that no full hour sets all free at once.
    var window: Duration {
        switch self {
        case .deletions, .batchDeletions, .administration: .seconds(1)
        case .messagesPerMinute: .seconds(60)
        case .newAccounts, .messagesPerHour, .failedPasswords, .phoneAttempts: .seconds(3600)
        case .passwordResetMails, .verificationMails, .signInMails: .seconds(86_400)
        }
    }

    /// The project's own quotas are used up; what counts by address or account is tried too often. All clients of this
    /// service are at one address, the machine's own.
    var reason: AuthReason {
        switch self {
        case .messagesPerMinute, .verificationMails, .signInMails, .deletions, .batchDeletions, .administration:
            .quotaExceeded
        case .passwordResetMails: .resetPasswordExceedLimit
        case .newAccounts, .messagesPerHour, .failedPasswords, .phoneAttempts: .tooManyAttempts
        }
    }

    /// As many as production's largest; 0 lets nothing through.
    static let bounds: ClosedRange<Int64> = 0...25_000
}

extension [Quota: Int] {
    /// Members that are no numbers, or name no quota, are left out; numbers out of bounds are brought inside.
    init(quotasFrom json: JSONValue?) {
        self = [:]
        for quota in Quota.allCases {
            guard let number = json?[quota.rawValue]?.integerValue else { continue }
            self[quota] = Int(Swift.min(Swift.max(number, Quota.bounds.lowerBound), Quota.bounds.upperBound))
        }
    }

    /// In the order of the quotas.
    var json: JSONObject {
        JSONObject(Quota.allCases.compactMap { quota in self[quota].map { (quota.rawValue, .integer(Int64($0))) } })
    }
}
