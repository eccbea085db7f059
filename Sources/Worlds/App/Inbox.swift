public import AuthEmulator
public import BridgePrimitives
import SimulatedDevice

/// What the auth service has sent to people: text messages, mails, and what their authenticator apps show.
///
/// A service without a telephone network keeps its messages; whoever acts as a person reads them here.
public struct Inbox: Sendable {
    private let service: AuthService
    private let origin: String

    /// - Parameter origin: where links in mails lead, the auth service's.
    public init(service: AuthService, origin: String) { (self.service, self.origin) = (service, origin) }

    /// The code of the last text message to a number.
    ///
    /// - Parameter number: as it was given, or with all but the last digits hidden, as hints have it.
    /// - Throws: `inbox/empty`.
    public func smsCode(to number: String) throws -> String {
        let rows = try service.verificationCodes()["verificationCodes"]?.arrayValue ?? []
        let visible = number.utf8.reversed().prefix { $0 != UInt8(ascii: "*") }
        let isHidden = visible.count < number.utf8.count
        let row = rows.last { row in
            guard let sent = row["phoneNumber"]?.stringValue else { return false }
            return isHidden ? sent.utf8.reversed().starts(with: visible) : sent == number
        }
        return try found(row?["code"]?.stringValue, "no text message went to \(number)")
    }

    /// The code in the last mail to an address: of a verification, a reset, a sign-in link.
    ///
    /// - Throws: `inbox/empty`.
    public func mailedCode(to address: String) throws -> String { try lastMail(to: address, "oobCode") }

    /// The link in the last mail to an address.
    ///
    /// - Throws: `inbox/empty`.
    public func mailedLink(to address: String) throws -> String { try lastMail(to: address, "oobLink") }

    private func lastMail(to address: String, _ part: String) throws -> String {
        let rows = try service.oobCodes(origin: origin)["oobCodes"]?.arrayValue ?? []
        let row = rows.last { $0["email"]?.stringValue == address }
        return try found(row?[part]?.stringValue, "no mail went to \(address)")
    }

    /// What the authenticator app of a user shows now.
    ///
    /// - Throws: `inbox/empty`.
    public func totpCode(ofUserWith address: String) throws -> String {
        let uid = try service.account(email: address)?.localID
        let rows = try service.totpCodes()["totpCodes"]?.arrayValue ?? []
        let row = rows.last { $0["localId"]?.stringValue == uid }
        return try found(row?["code"]?.stringValue, "\(address) has no authenticator app")
    }

    /// Everything, oldest first of each kind: `sms`, `mails`, `authenticators`. It is what people see, so it holds codes.
    public func contents() throws -> JSONValue {
        [
            "sms": try service.verificationCodes()["verificationCodes"] ?? [],
            "mails": try service.oobCodes(origin: origin)["oobCodes"] ?? [],
            "authenticators": try service.totpCodes()["totpCodes"] ?? [],
        ]
    }

    private func found(_ code: String?, _ otherwise: String) throws(BridgeFailure) -> String {
        guard let code else {
            throw BridgeFailure(
                WorldReason.inboxEmpty, cause: otherwise)
        }
        return code
    }
}
