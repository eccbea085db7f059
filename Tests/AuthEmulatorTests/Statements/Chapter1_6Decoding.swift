import AuthEmulator
import BridgePrimitives
import Testing

extension Statement {
    private static let signUpPath = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k"
    private static let updatePath = "/identitytoolkit.googleapis.com/v1/accounts:update?key=k"
    private static let payload = "Invalid JSON payload received."

    static let decoding: [Statement] = [
        Statement("1.6-01", "A body is JSON, with parameters or without; the token endpoint takes forms as well.") {
            wire in
            for type in ["application/json", "application/json; charset=UTF-8", "APPLICATION/JSON"] {
                await wire.raw("POST", signUpPath, contentType: type, "{}") → .has("idToken")
            }
            for type in ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"] {
                await wire.raw("POST", signUpPath, contentType: type, "a=b") → .refused("Invalid content-type: \(type)")
            }
            await wire.raw(
                "POST", "/securetoken.googleapis.com/v1/token?key=k", contentType: "application/x-www-form-urlencoded",
                "grant_type=x") → .refused("INVALID_GRANT_TYPE")
        },
        Statement("1.6-02", "No body is as good as an empty object.") { wire in
            await wire.raw("POST", signUpPath, contentType: nil) → .has("idToken")
            await wire.raw("POST", signUpPath) → .has("idToken")
        },
        Statement("1.6-03", "A body that is no object is refused: an array by its form, the rest as no JSON.") { wire in
            await wire.raw("POST", signUpPath, "[]") → .refused("\(payload)  must be object")
            for body in ["1", "\"x\"", "null", "{", "{\"a\":}"] {
                let asked = await wire.raw("POST", signUpPath, body)
                #expect(asked["error"]["message"]?.stringValue?.hasPrefix(payload) == true)
                #expect(asked["error"]["errors"]?.arrayValue?.first?["reason"] == "parseError")
            }
        },
        Statement("1.6-04", "Names may be in snake case or camel case, at every depth.") { wire in
            try await wire.post(
                "accounts:signUp",
                ["local_id": "hana", "photoURL": "https://x.test/", "mfa_info": [["phone_info": "+819000000001"]]],
                as: .admin) → .answers(["localId": "hana"])
            let record = try await wire.record(of: "hana")
            #expect(record["photoUrl"] == "https://x.test/")
            #expect(record["mfaInfo"]?.arrayValue?.first?["phoneInfo"] == "+819000000001")
        },
        Statement("1.6-05", "Numbers stand for texts, and nothing else stands for another type.") { wire in
            await wire.raw("POST", signUpPath, #"{"email":"a@example.com","password":123456}"#) → .has("idToken")
            for (body, problem) in [
                (#"{"email":true}"#, "/email must be string"),
                (#"{"returnSecureToken":"true"}"#, "/returnSecureToken must be boolean"),
                (#"{"returnSecureToken":1}"#, "/returnSecureToken must be boolean"),
                (#"{"mfaInfo":{}}"#, "/mfaInfo must be array"), (#"{"mfaInfo":["x"]}"#, "/mfaInfo/0 must be object"),
                (#"{"mfaInfo":[{},{"phoneInfo":[]}]}"#, "/mfaInfo/1/phoneInfo must be string"),
            ] { await wire.raw("POST", signUpPath, body) → .refused("\(payload) \(problem)") }
            await wire.raw("POST", updatePath, #"{"deleteProvider":"phone"}"#)
                → .refused("\(payload) /deleteProvider must be array")
        },
        Statement("1.6-06", "A member of an enumeration may be sent as its place, as a number or in digits.") { wire in
            let code = "/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k"
            for type in [#""EMAIL_SIGNIN""#, "6", #""6""#] {
                await wire.raw("POST", code, #"{"requestType":\#(type),"email":"a@example.com"}"#) → .done
            }
            for type in [#""EMAIL""#, "9", "-1", #""x""#] {
                await wire.raw("POST", code, #"{"requestType":\#(type)}"#)
                    → .refused("\(payload) /requestType must be equal to one of the allowed values")
            }
        },
        Statement("1.6-07", "Unknown members of an enumeration are refused in fields that nobody reads, too.") { wire in
            await wire.raw("POST", signUpPath, #"{"clientType":"CLIENT_TYPE_FRIDGE"}"#)
                → .refused("\(payload) /clientType must be equal to one of the allowed values")
        },
        Statement("1.6-08", "Unknown names are ignored, whatever they hold.", .lenient) { wire in
            await wire.raw("POST", signUpPath, #"{"unknown":null,"more":{"x":[1]}}"#) → .has("idToken")
        },
        Statement("1.6-09", "Unknown names are refused with the name and where it stands.", .strict) { wire in
            await wire.raw("POST", signUpPath, #"{"unknown":1}"#)
                → .refused("\(payload) Unknown name \"unknown\": Cannot find field.")
            await wire.raw("POST", updatePath, #"{"mfa":{"enrollments":[{},{"x":1}]}}"#)
                → .refused("\(payload) Unknown name \"x\" at 'mfa.enrollments[1]': Cannot find field.")
            // Version 3's own front never minded.
            await wire.raw(
                "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/signupNewUser?key=k", #"{"unknown":1}"#)
                → .has("idToken")
        },
        Statement("1.6-10", "null is refused before anything else is looked at.", .lenient) { wire in
            await wire.raw("POST", signUpPath, #"{"displayName":null}"#)
                → .refused("\(payload) /displayName must be string")
            await wire.raw("POST", updatePath, #"{"mfa":{"enrollments":null}}"#)
                → .refused("\(payload) /mfa/enrollments must be array")
        },
        Statement("1.6-11", "null means absent where official clients send it.") { wire in
            let body =
                #"{"displayName":null,"photoUrl":null,"deleteAttribute":null,"mfa":{"enrollments":[{"displayName":null}]}}"#
            await wire.raw("POST", updatePath, body) → .refused("INVALID_REQ_TYPE : Unsupported request parameters.")
        },
        Statement("1.6-12", "null means absent everywhere.", .strict) { wire in
            await wire.raw("POST", signUpPath, #"{"email":null,"mfaInfo":null}"#) → .has("idToken")
        },
        Statement("1.6-13", "The body of a DELETE is not looked at, nor its type.") { wire in
            let tenant = try await wire.tenant()
            await wire.raw(
                "DELETE", "/identitytoolkit.googleapis.com/v2/projects/demo-bridge/tenants/\(tenant)",
                authorization: "Bearer owner", contentType: "text/plain", "[") → .answersOnly([:])
        },
        Statement("1.6-14", "A parameter of the query is named without a pointer.") { wire in
            try await wire.get("accounts:batchGet", as: .admin, query: "maxResults=x")
                → .refused("\(payload) maxResults must be integer")
        },
        Statement("1.6-15", "Hashes are taken as they are, base64 or not.") { wire in
            try await wire.post(
                "accounts:batchCreate", ["users": [["localId": "a", "passwordHash": "not base64!"]]], as: .admin)
                → .answers(["error": []])
            #expect(try await wire.record(of: "a")["passwordHash"] == "not base64!")
        },
    ]
}

extension StatementTests {
    @Test("1.6", arguments: Statement.trials(of: Statement.decoding))
    func decoding(_ trial: Statement.Trial) async throws { try await trial.run() }
}
