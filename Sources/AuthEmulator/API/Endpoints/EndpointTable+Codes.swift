import BridgePrimitives

extension EndpointTable {
    /// Codes that come by e-mail.
    static let codes: [Endpoint] = [sendOobCode, resetPassword]

    private static let sendOobCode = Endpoint(
        "accounts:sendOobCode", "POST",
        EndpointPath.user("sendOobCode", "getOobConfirmationCode") + EndpointPath.admin("sendOobCode"),
        request: [
            "requestType": .choice(["PASSWORD_RESET", "VERIFY_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL"]),
            "email": .text, "newEmail": .text, "idToken": .text, "continueUrl": .text, "returnOobLink": .flag,
            "canHandleCodeInApp": .flag, "tenantId": .text,
        ],
        reply: ["kind": .text, "email": .text, "oobCode": .text, "oobLink": .text]
    ) { call in
        var request = try OobCodeRequest(call.body)
        request.origin = call.origin
        return try call.service.sendOobCode(request, as: call.caller, in: call.scope)
    }

    private static let resetPassword = Endpoint(
        "accounts:resetPassword", "POST", EndpointPath.user("resetPassword", "resetPassword"), body: .required,
        request: ["oobCode": .text, "newPassword": .text, "tenantId": .text],
        reply: ["kind": .text, "requestType": .text, "email": .text, "newEmail": .text]
    ) { call in
        try call.service.resetPassword(ResetPasswordRequest(call.body), in: call.scope)
    }
}
