import BridgePrimitives
public import Foundation

/// A second factor of an account.
///
/// Unchecked because it has subclasses: every property of all of them is a `let`.
public class MultiFactorInfo: @unchecked Sendable {
    /// The factor's id.
    public let uid: String
    public let displayName: String?
    public let enrollmentDate: Date
    /// `phone` or `totp`.
    public let factorID: String

    fileprivate init(_ factor: EnrolledFactor, factorID: String) {
        (uid, displayName, enrollmentDate) = (factor.uid, factor.displayName, factor.enrolledAt.date)
        self.factorID = factorID
    }

    static func make(_ factor: EnrolledFactor) -> MultiFactorInfo {
        if let number = factor.phoneNumber { return PhoneMultiFactorInfo(factor, phoneNumber: number) }
        return TOTPMultiFactorInfo(factor, factorID: TOTPMultiFactorID)
    }
}

/// A phone that gets codes.
public final class PhoneMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {
    /// As the service shows it: all digits but the last four are stars, `+********5678`.
    public let phoneNumber: String

    fileprivate init(_ factor: EnrolledFactor, phoneNumber: String) {
        self.phoneNumber = phoneNumber
        super.init(factor, factorID: PhoneMultiFactorID)
    }
}

/// An authenticator app.
public final class TOTPMultiFactorInfo: MultiFactorInfo, @unchecked Sendable {}

public let PhoneMultiFactorID = "phone"
public let TOTPMultiFactorID = "totp"
