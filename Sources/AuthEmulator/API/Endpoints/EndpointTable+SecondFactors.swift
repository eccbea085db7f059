import BridgePrimitives

extension EndpointTable {
    static let secondFactors: [Endpoint] = [
        Endpoint(
            "mfaEnrollment:start", "POST", ["\(EndpointPath.toolkit)/v2/accounts/mfaEnrollment:start"],
            body: .required,
            request: [
                "idToken": .text, "phoneEnrollmentInfo": .phoneVerification,
                "totpEnrollmentInfo": .anything, "tenantId": .text,
            ],
            reply: [
                "phoneSessionInfo": ["sessionInfo": .text],
                "totpSessionInfo": [
                    "sharedSecretKey": .text, "verificationCodeLength": .number, "hashingAlgorithm": .text,
                    "periodSec": .number, "sessionInfo": .text, "finalizeEnrollmentTime": .text,
                ],
            ]
        ) { call in
            try call.service.startEnrollment(EnrollmentRequest(call.body), in: call.scope)
        },
        Endpoint(
            "mfaEnrollment:finalize", "POST", ["\(EndpointPath.toolkit)/v2/accounts/mfaEnrollment:finalize"],
            body: .required,
            request: [
                "idToken": .text, "displayName": .nullable(.text), "phoneVerificationInfo": .phoneCode,
                "totpVerificationInfo": ["sessionInfo": .text, "verificationCode": .text], "tenantId": .text,
            ],
            reply: ["idToken": .text, "refreshToken": .text, "totpAuthInfo": .anything]
        ) { call in
            try call.service.finalizeEnrollment(EnrollmentRequest(call.body), in: call.scope)
        },
        Endpoint(
            "mfaEnrollment:withdraw", "POST", ["\(EndpointPath.toolkit)/v2/accounts/mfaEnrollment:withdraw"],
            body: .required, request: ["idToken": .text, "mfaEnrollmentId": .text, "tenantId": .text],
            reply: .tokens
        ) { call in
            try call.service.withdrawEnrollment(EnrollmentRequest(call.body), in: call.scope)
        },
        Endpoint(
            "mfaSignIn:start", "POST", ["\(EndpointPath.toolkit)/v2/accounts/mfaSignIn:start"], body: .required,
            request: [
                "mfaPendingCredential": .text, "mfaEnrollmentId": .text,
                "phoneSignInInfo": .phoneVerification, "tenantId": .text,
            ],
            reply: ["phoneResponseInfo": ["sessionInfo": .text]]
        ) { call in
            try call.service.startSecondFactor(SecondFactorSignInRequest(call.body), in: call.scope)
        },
        Endpoint(
            "mfaSignIn:finalize", "POST", ["\(EndpointPath.toolkit)/v2/accounts/mfaSignIn:finalize"],
            body: .required,
            request: [
                "mfaPendingCredential": .text, "mfaEnrollmentId": .text,
                "phoneVerificationInfo": .phoneCode,
                "totpVerificationInfo": ["sessionInfo": .text, "verificationCode": .text], "tenantId": .text,
            ],
            reply: ["idToken": .text, "refreshToken": .text]
        ) { call in
            try await call.service.callingFunctions {
                try call.service.finalizeSecondFactor(SecondFactorSignInRequest(call.body), in: call.scope)
            }
        },
    ]
}
