import BridgePrimitives

extension EndpointTable {
    /// The identity providers of projects and tenants, beyond the emulator, which keeps none.
    static let providerConfigs: [Endpoint] = ProviderConfig.Collection.allCases.flatMap(endpoints)

    private static func endpoints(of collection: ProviderConfig.Collection) -> [Endpoint] {
        let name = collection.rawValue
        let project = "\(EndpointPath.toolkit)/v2/projects/{project}"
        let all = ["\(project)/\(name)", "\(project)/tenants/{tenant}/\(name)"]
        let one = all.map { "\($0)/{id}" }
        let resource = collection.shape.with(["name": .text])
        return [
            Endpoint(
                "\(name):create", "POST", all, access: .admin, query: [QueryParameter(collection.idParameter, .text)],
                request: resource, reply: resource
            ) { call in
                try call.service.createProvider(
                    collection, id: call.query[collection.idParameter], call.body, in: call.scope)
            },
            Endpoint(
                "\(name):list", "GET", all, access: .admin, body: .none, query: ["pageSize", "pageToken"],
                reply: .object([.init(name: name, shape: .list(resource)), .init(name: "nextPageToken", shape: .text)])
            ) { call in
                try call.service.providers(
                    collection, pageSize: call.integer("pageSize"), pageToken: call.query["pageToken"], in: call.scope)
            },
            Endpoint("\(name):get", "GET", one, access: .admin, body: .none, reply: resource) { call in
                try call.service.provider(collection, id: call.parameters["id"] ?? "", in: call.scope)
            },
            Endpoint(
                "\(name):patch", "PATCH", one, access: .admin, query: ["updateMask"], request: resource,
                reply: resource
            ) { call in
                try call.service.updateProvider(
                    collection, id: call.parameters["id"] ?? "", call.body, mask: call.query["updateMask"],
                    in: call.scope)
            },
            Endpoint("\(name):delete", "DELETE", one, access: .admin, body: .none) { call in
                try call.service.deleteProvider(collection, id: call.parameters["id"] ?? "", in: call.scope)
                return JSONObject()
            },
        ]
    }
}
