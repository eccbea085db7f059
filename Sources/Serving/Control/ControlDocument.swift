package import BridgePrimitives
import Listening

/// The control endpoints as an OpenAPI 3.1 document, from the table that requests are routed by.
package enum ControlDocument: Sendable {
    package static let json: JSONValue = [
        "openapi": "3.1.0",
        "info": [
            "title": "session-bridge control", "version": .string(SessionBridgeVersion.current),
            "description":
                "Steers a served world: clock, keys, faults, accounts. For this machine, or for whoever sends the control token.",
            "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
        ],
        "servers": [["url": "/"]], "paths": .object(paths),
        "components": [
            "schemas": ["Error": ControlShape.failure],
            "securitySchemes": [
                "controlToken": [
                    "type": "apiKey", "in": "header", "name": .string(ControlAccess.tokenField),
                ]
            ],
        ],
        // None is needed on this machine.
        "security": [JSONValue.object(JSONObject()), ["controlToken": []]],
    ]

    private static var paths: JSONObject {
        var paths = JSONObject()
        for endpoint in ControlEndpoint.all {
            var item = paths[endpoint.path]?.objectValue ?? JSONObject()
            item[ASCIIText.lowercased(endpoint.method)] = operation(endpoint)
            paths[endpoint.path] = .object(item)
        }
        return paths
    }

    private static func operation(_ endpoint: ControlEndpoint) -> JSONValue {
        var operation = JSONObject([
            ("operationId", .string(endpoint.name)), ("summary", .string(endpoint.summary)),
        ])
        if let request = endpoint.request {
            operation["requestBody"] = ["required": .bool(!request.isOptional), "content": content(request)]
        }
        var responses = JSONObject([("200", ["description": "Done.", "content": content(endpoint.reply)])])
        let refusals = endpoint.refusals.map { example($0) }
        if !refusals.isEmpty { responses["400"] = failure("Refused, and nothing is changed.", refusals) }
        responses["403"] = failure(
            "Asked from elsewhere.",
            [ListeningReason.foreignHost, .foreignOrigin, .foreignPeer, .wrongToken].map { example($0) })
        if endpoint.request != nil {
            responses["413"] = failure(
                "The body is larger than \(endpoint.longestBody >> 20) MiB.", [example(ControlReason.bodyTooLarge)])
        }
        operation["responses"] = .object(responses)
        return .object(operation)
    }

    private static func content(_ content: ControlEndpoint.Content) -> JSONValue {
        var media = JSONObject([("schema", content.schema)])
        media["example"] = content.example
        return .object(JSONObject([(content.type, .object(media))]))
    }

    private static func failure(_ description: String, _ examples: [(String, JSONValue)]) -> JSONValue {
        [
            "description": .string(description),
            "content": [
                "application/json": [
                    "schema": ["$ref": "#/components/schemas/Error"], "examples": .object(JSONObject(examples)),
                ]
            ],
        ]
    }

    /// Under its code, without the slash that a key of examples may not have.
    private static func example(_ reason: some Reason) -> (String, JSONValue) {
        (
            reason.rawValue.replacing("/", with: "."),
            [
                "value": [
                    "status": "error", "code": .string(reason.rawValue), "message": .string(reason.meaning),
                    "fix": .string(reason.fix),
                ]
            ]
        )
    }
}
