import BridgePrimitives

extension EndpointTable {
    /// What only administrators may call: the project stands in the path.
    static let administration: [Endpoint] = [
        batchCreate, batchGet, batchDelete, query, sessionCookie, downloadAccount, uploadAccount,
    ]

    private static let imported: Shape = [
        "users": .list(
            Shape.user.with([
                "rawPassword": .text, "screenName": .text, "language": .text, "timeZone": .text, "dateOfBirth": .text,
                "passkeyInfo": .list(["credentialId": .text, "name": .text]), "version": .integer,
            ])), "sanityCheck": .flag, "allowOverwrite": .flag, "hashAlgorithm": .text, "signerKey": .text,
        "saltSeparator": .text, "rounds": .integer, "memoryCost": .integer, "cpuMemCost": .integer,
        "parallelization": .integer, "blockSize": .integer, "dkLen": .integer,
        "passwordHashOrder": .choice(["UNSPECIFIED_ORDER", "SALT_AND_PASSWORD", "PASSWORD_AND_SALT"]),
        "argon2Parameters": [
            "hashLengthBytes": .integer, "parallelism": .integer, "iterations": .integer, "memoryCostKib": .integer,
            "hashType": .choice(["HASH_TYPE_UNSPECIFIED", "ARGON2_D", "ARGON2_ID", "ARGON2_I"]),
            "version": .choice(["VERSION_UNSPECIFIED", "VERSION_10", "VERSION_13"]), "associatedData": .text,
        ], "delegatedProjectNumber": .int64,
    ]

    private static let batchCreate = Endpoint(
        "accounts:batchCreate", "POST", EndpointPath.admin("batchCreate"), access: .admin,
        request: imported, reply: ["kind": .text, "error": .list(["index": .integer, "message": .text])]
    ) { call in
        try call.service.batchCreate(call.body, in: call.scope)
    }

    private static let batchGet = Endpoint(
        "accounts:batchGet", "GET", EndpointPath.admin("batchGet"), access: .admin, body: .none,
        query: [QueryParameter("maxResults", .integer), "nextPageToken", "tenantId"],
        reply: ["kind": .text, "users": .list(.user), "nextPageToken": .text]
    ) { call in
        try call.service.batchGet(
            maximum: call.integer("maxResults"), pageToken: call.query["nextPageToken"], in: call.scope)
    }

    private static let batchDelete = Endpoint(
        "accounts:batchDelete", "POST", EndpointPath.admin("batchDelete"), access: .admin,
        request: ["localIds": .list(.text), "force": .flag],
        reply: ["errors": .list(["index": .integer, "localId": .text, "message": .text])]
    ) { call in
        try call.service.batchDelete(call.body, in: call.scope)
    }

    private static let query = Endpoint(
        "accounts:query", "POST",
        EndpointPath.admin("query") + ["\(EndpointPath.toolkit)/v1/projects/{project}:queryAccounts"],
        access: .admin,
        request: [
            "returnUserInfo": .flag, "order": .choice(AccountQuery.orders), "sortBy": .choice(AccountQuery.fields),
            "offset": .int64, "limit": .int64,
            "expression": .list(["email": .text, "phoneNumber": .text, "userId": .text]),
        ],
        reply: ["recordsCount": .int64, "userInfo": .list(.user)]
    ) { call in
        try call.service.query(call.body, in: call.scope)
    }

    private static let sessionCookie = Endpoint(
        "projects:createSessionCookie", "POST",
        [
            "\(EndpointPath.toolkit)/v1/projects/{project}:createSessionCookie",
            "\(EndpointPath.toolkit)/v1/projects/{project}/tenants/{tenant}:createSessionCookie",
        ], access: .admin, request: ["idToken": .text, "validDuration": .int64], reply: ["sessionCookie": .text]
    ) { call in
        // A text that is no number is as good as none.
        try call.service.createSessionCookie(
            idToken: call.body.nonEmptyString("idToken"),
            validDuration: call.body.string("validDuration").flatMap { Int64($0) }, in: call.scope)
    }

    // The version 3 names of two of these: the project stands in the body.

    private static let downloadAccount = Endpoint(
        "accounts:batchGet", "POST", ["\(EndpointPath.legacy)/downloadAccount"],
        request: ["targetProjectId": .text, "maxResults": .integer, "nextPageToken": .text],
        reply: ["kind": .text, "users": .list(.user), "nextPageToken": .text]
    ) { call in
        try call.service.batchGet(
            maximum: call.body.integer("maxResults"), pageToken: call.body.nonEmptyString("nextPageToken"),
            in: call.scope)
    }.needingTarget()

    private static let uploadAccount = Endpoint(
        "accounts:batchCreate", "POST", ["\(EndpointPath.legacy)/uploadAccount"],
        request: imported, reply: ["kind": .text, "error": .list(["index": .integer, "message": .text])]
    ) { call in
        try call.service.batchCreate(call.body, in: call.scope)
    }.needingTarget()
}

extension Call {
    /// A number of the query.
    func integer(_ name: String) throws(AuthRefusal) -> Int64? {
        guard let text = query[name], !text.isEmpty else { return nil }
        guard let number = Int64(text) else { throw AuthRefusal(.invalidArgument, "\(name) must be integer") }
        return number
    }
}
