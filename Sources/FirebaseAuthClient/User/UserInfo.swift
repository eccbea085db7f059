public import Foundation
import BridgePrimitives

/// What a provider says of a user; the user's own profile has the same form.
public protocol UserInfo: Sendable {
    /// `password`, `google.com`, `phone`; `Firebase` for the user as a whole.
    var providerID: String { get }
    /// The user's id there.
    var uid: String { get }
    var displayName: String? { get }
    var photoURL: URL? { get }
    var email: String? { get }
    /// As in E.164; only from the provider `phone`.
    var phoneNumber: String? { get }
}

/// One row of `providerUserInfo`.
struct UserIdentity: UserInfo, Hashable {
    let providerID: String
    /// The row's `federatedId`; empty for phones, which have none.
    let uid: String
    let displayName: String?
    let photo: String?
    let email: String?
    let phoneNumber: String?

    var photoURL: URL? { photo.flatMap { URL(string: $0) } }

    init(
        providerID: String, uid: String, displayName: String?, photo: String?, email: String?, phoneNumber: String?
    ) {
        (self.providerID, self.uid, self.displayName) = (providerID, uid, displayName)
        (self.photo, self.email, self.phoneNumber) = (photo, email, phoneNumber)
    }

    /// - Throws: without a `providerId`.
    init(_ row: JSONValue) throws(AuthError) {
        guard let provider = row["providerId"]?.stringValue else {
            throw AuthError.fatal("An identity in the answer has no providerId.")
        }
        self.init(
            providerID: provider, uid: row["federatedId"]?.stringValue ?? "",
            displayName: row["displayName"]?.stringValue, photo: row["photoUrl"]?.stringValue,
            email: row["email"]?.stringValue, phoneNumber: row["phoneNumber"]?.stringValue)
    }
}

/// When an account was made and last signed in to.
public struct UserMetadata: Hashable, Sendable {
    public let lastSignInDate: Date?
    public let creationDate: Date?
}

extension Instant {
    var date: Date { Date(timeIntervalSince1970: Double(millisecondsSinceEpoch) / 1000) }
}
