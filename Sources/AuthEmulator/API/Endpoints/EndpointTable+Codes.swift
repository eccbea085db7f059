import BridgePrimitives

extension EndpointTable {
    /// Codes that come by e-mail.
    static let codes: [Endpoint] = [sendOobCode, resetPassword]

    private static let sendOobCode = Endpoint(
        "accounts:sendOobCode", "POST",
        EndpointPath.user("sendOobCode", "getOobConfirmationCode") + EndpointPath.admin("sendOobCode"),
        request: [
            "requestType": .choice([
                "OOB_REQ_TYPE_UNSPECIFIED", "PASSWORD_RESET", "OLD_EMAIL_AGREE", "NEW_EMAIL_ACCEPT", "VERIFY_EMAIL",
                "RECOVER_EMAIL", "EMAIL_SIGNIN", "VERIFY_AND_CHANGE_EMAIL", "REVERT_SECOND_FACTOR_ADDITION",
            ]),
            "email": .text, "newEmail": .text, "idToken": .text, "continueUrl": .text, "returnOobLink": .flag,
            "canHandleCodeInApp": .flag, "iOsBundleId": .text, "iOsAppStoreId": .text, "iosBundleId": .text,
            "iosAppStoreId": .text, "androidPackageName": .text, "androidInstallApp": .flag,
            "androidMinimumVersion": .text, "androidMinimumVersionCode": .text, "dynamicLinkDomain": .text,
            "linkDomain": .text, "captchaResp": .text, "challenge": .text, "userIp": .text,
            "clientType": .clientType,
            "recaptchaVersion": .choice(["RECAPTCHA_VERSION_UNSPECIFIED", "RECAPTCHA_ENTERPRISE"]), "tenantId": .text,
        ],
        reply: ["kind": .text, "email": .text, "oobCode": .text, "oobLink": .text]
    ) { call in
        var request = try OobCodeRequest(call.body)
        request.origin = call.origin
        return try call.service.sendOobCode(request, as: call.caller, in: call.scope)
    }

    private static let resetPassword = Endpoint(
        "accounts:resetPassword", "POST", EndpointPath.user("resetPassword", "resetPassword"), body: .required,
        request: [
            "oobCode": .text, "newPassword": .text, "email": .text, "oldPassword": .text, "tenantId": .text,
        ],
        reply: ["kind": .text, "requestType": .text, "email": .text, "newEmail": .text]
    ) { call in
        try call.service.resetPassword(ResetPasswordRequest(call.body), in: call.scope)
    }
}
