import BridgePrimitives

/// The table of endpoints as an OpenAPI 3 document.
enum OpenAPIDocument: Sendable {
    /// Endpoints that answer 501 are left out; the bare paths and the version 3 names are there.
    ///
    /// - Parameter refusesUnknownNames: whether requests are refused that have more than is told; see ``ShapeRules``.
    static func json(of endpoints: [Endpoint], refusesUnknownNames: Bool = false) -> JSONObject {
        var paths = JSONObject()
        let operations = operations(of: endpoints)
        for operation in operations {
            var item = paths[operation.path]?.objectValue ?? JSONObject()
            var json = json(of: operation, refusesUnknownNames: refusesUnknownNames)
            let links = links(from: operation, among: operations)
            if !links.isEmpty, var done = json["responses"]?["200"]?.objectValue {
                done["links"] = .object(links)
                var responses = json["responses"]?.objectValue ?? JSONObject()
                responses["200"] = .object(done)
                json["responses"] = .object(responses)
            }
            item[ASCIIText.lowercased(operation.endpoint.method)] = .object(json)
            paths[operation.path] = .object(item)
        }
        return JSONObject([
            ("openapi", "3.0.3"),
            (
                "info",
                [
                    "title": "session-bridge auth service", "version": "1",
                    "description": "Firebase Authentication's REST API, as its emulator serves it.",
                ]
            ),
            ("paths", .object(paths)),
            (
                "components",
                [
                    "schemas": ["Error": .object(Shape.error.schema)],
                    "securitySchemes": [
                        "apiKey": ["type": "apiKey", "name": "key", "in": "query"],
                        "bearer": ["type": "http", "scheme": "bearer"],
                    ],
                ]
            ),
        ])
    }

    /// An endpoint at one of its paths.
    private struct Operation {
        let endpoint: Endpoint
        let path: String
        let id: String

        /// Users of the first and the third version, administrators of a project and of a tenant.
        var family: [Bool] { ["{project}", "{tenant}", EndpointPath.legacy].map(path.contains) }
        var isAdministrators: Bool { path.contains("{project}") }
    }

    private static func operations(of endpoints: [Endpoint]) -> [Operation] {
        var used = Set<String>()
        return endpoints.filter { $0.handler != nil }.flatMap { endpoint in
            endpoint.paths.map { path in
                var id = endpoint.id
                var number = 2
                while !used.insert(id).inserted {
                    id = "\(endpoint.id).\(number)"
                    number += 1
                }
                return Operation(endpoint: endpoint, path: path, id: id)
            }
        }
    }

    /// The links of a reply lead to the path of the same kind; where the target has none such, to its first.
    private static func links(from source: Operation, among operations: [Operation]) -> JSONObject {
        let links = OpenAPILink.links(of: source.endpoint.id)
            .filter { ($0.caller == .admin) == source.isAdministrators }
        return JSONObject(
            links.compactMap { link in
                let targets = operations.filter { $0.endpoint.id == link.target }
                return (targets.first { $0.family == source.family } ?? targets.first).map { target in
                    (
                        link.name,
                        .object(link.json(operationID: target.id, from: source.path, to: target.path))
                    )
                }
            })
    }

    private static func json(of operation: Operation, refusesUnknownNames: Bool) -> JSONObject {
        let (endpoint, path) = (operation.endpoint, operation.path)
        let isClosed = refusesUnknownNames && endpoint.knowsItsNames && !path.hasPrefix(EndpointPath.legacy)
        var operation = JSONObject([("operationId", .string(operation.id))])
        let isAdministrators = path.contains("{project}")
        switch endpoint.access {
        case .open: operation["security"] = []
        case .key: operation["security"] = [["apiKey": []]]
        case .admin: operation["security"] = [["bearer": []]]
        case .keyOrBearer:
            operation["security"] = isAdministrators ? [["bearer": []]] : [["apiKey": []], ["bearer": []]]
        }
        var parameters: [JSONValue] = path.split(separator: "/").flatMap { names(in: $0) }.map { name in
            ["name": .string(name), "in": "path", "required": true, "schema": ["type": "string", "minLength": 1]]
        }
        parameters += endpoint.query.map { parameter in
            [
                "name": .string(parameter.name), "in": "query", "required": false,
                "schema": .object(parameter.shape.schema),
            ]
        }
        if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
        if endpoint.body != .none {
            let schema = JSONValue.object(endpoint.acceptedRequest.schema(isClosed: isClosed))
            var content = JSONObject([("application/json", ["schema": schema])])
            if endpoint.takesForms {
                content["application/x-www-form-urlencoded"] = ["schema": schema]
            }
            operation["requestBody"] = [
                "required": .bool(endpoint.body == .required), "content": .object(content),
            ]
        }
        operation["responses"] = .object(responses(of: endpoint))
        return operation
    }

    private static func responses(of endpoint: Endpoint) -> JSONObject {
        func json(_ description: String, _ schema: JSONValue) -> JSONValue {
            ["description": .string(description), "content": ["application/json": ["schema": schema]]]
        }
        let failure: JSONValue = ["$ref": "#/components/schemas/Error"]
        let isPage = [
            "emulator:action", "emulator:handler", "emulator:handler:post", "emulator:iframe",
        ].contains(endpoint.id)
        var responses = JSONObject([("200", json("Done.", .object(endpoint.reply.schema)))])
        if endpoint.id.hasPrefix("emulator:script:") {
            responses["200"] = [
                "description": "The script.", "content": ["text/javascript": ["schema": ["type": "string"]]],
            ]
        } else if isPage {
            let either: JSONValue = [
                "application/json": ["schema": ["type": "object"]], "text/html": ["schema": ["type": "string"]],
            ]
            responses["200"] = ["description": "Done, or a page.", "content": either]
            responses["303"] = ["description": "On to the URL that was asked for."]
            responses["400"] = ["description": "Not understood.", "content": either]
        } else {
            responses["400"] = json("Refused; `message` begins with the code.", failure)
        }
        if endpoint.access != .open {
            responses["401"] = json("The bearer opens nothing.", failure)
            responses["403"] = json("No API key.", failure)
        }
        responses["404"] = json("No such thing.", failure)
        responses["413"] = json("Too large.", failure)
        responses["501"] = json("The service does not do this.", failure)
        return responses
    }

    private static func names(in segment: Substring) -> [String] {
        segment.split(separator: "{").filter { $0.contains("}") }.map { String($0.prefix { $0 != "}" }) }
    }
}
