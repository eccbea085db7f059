import BridgePrimitives

/// `GET /emulator/action`: the page behind the links of e-mails. Looking at it uses the code up.
enum ActionPage: Sendable {
    static func answer(_ call: Call) throws -> WireAnswer {
        guard let apiKey = call.query["apiKey"], !apiKey.isEmpty else {
            return failure(
                "missing apiKey query parameter",
                "Please modify the URL to specify an apiKey, such as ...&apiKey=YOUR_API_KEY")
        }
        guard let code = call.query["oobCode"], !code.isEmpty else {
            return failure(
                "missing oobCode query parameter",
                "Please modify the URL to specify an oobCode, such as ...&oobCode=YOUR_OOB_CODE")
        }
        guard let mode = call.query["mode"], !mode.isEmpty else { return failure("Invalid mode") }
        let scope = AuthScope(tenantID: call.query["tenantId"])
        // Before the code is used up.
        let target = try onwardAddress(of: call)
        do {
            return switch mode {
            case "resetPassword": try reset(call, code, scope, target)
            case "verifyEmail", "verifyAndChangeEmail", "recoverEmail": try apply(call, mode, code, scope, target)
            case "revertSecondFactorAddition":
                done(
                    "The second factor has been successfully removed.",
                    ("email", try call.service.revertSecondFactor(by: code, in: scope)["email"]), goingOnTo: nil)
            case "signIn": signIn(call, target)
            default: failure("Invalid mode")
            }
        } catch let refusal as AuthRefusal where [.invalidOobCode, .expiredOobCode].contains(refusal.reason) {
            return failure(
                "Your request to \(mode) has expired or the link has already been used: \(refusal.message).",
                "Try to \(mode) again.")
        }
    }

    /// Anybody can write the link, so it is looked at again; nil where there is none.
    private static func onwardAddress(of call: Call) throws -> String? {
        guard let text = call.query["continueUrl"], AuthService.isAbsoluteURI(text) else { return nil }
        return try call.service.checkedContinueURL(text).text
    }

    private static func reset(
        _ call: Call, _ code: String, _ scope: AuthScope, _ target: String?
    ) throws -> WireAnswer {
        let known = try call.service.oobCode(code, in: scope)
        guard known.requestType == .passwordReset else { throw AuthRefusal(.invalidOobCode) }
        guard let password = call.query["newPassword"], !password.isEmpty, password != "NEW_PASSWORD_HERE" else {
            var json = failureBody(
                "missing newPassword query parameter",
                "To reset the password for \(code), send an HTTP GET request to the following URL.")
            json["instructions2"] = "You may modify the URL to include the new password."
            json["urlTemplate"] = .string(
                known.link(origin: call.origin, tenantID: scope.tenantID) + "&newPassword=NEW_PASSWORD_HERE")
            return WireAnswer(status: 400, json: JSONObject([("authEmulator", .object(json))]))
        }
        let reply = try call.service.resetPassword(
            ResetPasswordRequest(oobCode: code, newPassword: Secret(password)), in: scope)
        return done("The password has been successfully updated.", ("email", reply["email"]), goingOnTo: target)
    }

    private static func apply(
        _ call: Call, _ mode: String, _ code: String, _ scope: AuthScope, _ target: String?
    ) throws -> WireAnswer {
        let type = try call.service.oobCode(code, in: scope).requestType
        // A page about an address applies any code about one, but that taking back wants its own.
        let isApplied = [.verifyEmail, .verifyAndChangeEmail, .recoverEmail].contains(type)
        guard isApplied, mode != "recoverEmail" || type == .recoverEmail else { throw AuthRefusal(.invalidOobCode) }
        var request = UpdateRequest()
        request.oobCode = code
        let reply = try call.service.update(request, as: .user, in: scope)
        return switch mode {
        case "verifyEmail":
            done("The email has been successfully verified.", ("email", reply["email"]), goingOnTo: target)
        case "recoverEmail": done("The email has been successfully reset.", ("email", reply["email"]), goingOnTo: nil)
        default: done("The email has been successfully changed.", ("newEmail", reply["newEmail"]), goingOnTo: target)
        }
    }

    /// Nothing is used up: the app does that with the code that it finds in its URL.
    private static func signIn(_ call: Call, _ target: String?) -> WireAnswer {
        guard let target else {
            return failure(
                "Missing continueUrl query parameter",
                "To sign in, append &continueUrl=YOUR_APP_URL to the link.")
        }
        // The link's own parameters first, then what somebody has added to it.
        let usual = ["mode", "lang", "oobCode", "apiKey", "tenantId"]
        let others = call.query.keys.filter { $0 != "continueUrl" && !usual.contains($0) }.sorted()
        let items = (usual + others).compactMap { name in
            call.query[name].map { "\(PercentEncoding.encode(name))=\(PercentEncoding.encode($0))" }
        }
        // Before a fragment, after a query.
        let bytes = Array(target.utf8)
        let hash = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let front = String(decoding: bytes[..<hash], as: UTF8.self)
        let joint = front.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        let back = String(decoding: bytes[hash...], as: UTF8.self)
        return WireAnswer(redirectingTo: front + joint + items.joined(separator: "&") + back)
    }

    private static func done(
        _ success: String, _ member: (String, JSONValue?), goingOnTo target: String?
    ) -> WireAnswer {
        if let target { return WireAnswer(redirectingTo: target) }
        var body = JSONObject([("success", .string(success))])
        body[member.0] = member.1
        return WireAnswer(json: JSONObject([("authEmulator", .object(body))]))
    }

    private static func failure(_ error: String, _ instructions: String? = nil) -> WireAnswer {
        WireAnswer(status: 400, json: JSONObject([("authEmulator", .object(failureBody(error, instructions)))]))
    }

    private static func failureBody(_ error: String, _ instructions: String?) -> JSONObject {
        var body = JSONObject([("error", .string(error))])
        body["instructions"] = instructions.map { .string($0) }
        return body
    }
}
