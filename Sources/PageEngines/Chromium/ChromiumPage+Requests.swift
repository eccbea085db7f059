import BridgePrimitives

// Requests that wait for us.
extension ChromiumPage {
    mutating func paused(_ parameters: JSONValue) -> [Reaction] {
        guard let id = parameters["requestId"]?.stringValue else { return [] }
        guard parameters["resourceType"]?.stringValue == "Document" else {
            // The icon of a tab, which no web view has.
            return [.send("Fetch.failRequest", ["requestId": .string(id), "errorReason": "BlockedByClient"])]
        }
        guard let request, isMain(parameters),
            Self.withoutFragment(request.url) == parameters["request"]?["url"]?.stringValue
        else { return [.send("Fetch.continueRequest", ["requestId": .string(id)])] }
        self.request = nil
        switch request {
        case .html(let html, _):
            return [
                .send(
                    "Fetch.fulfillRequest",
                    [
                        "requestId": .string(id), "responseCode": 200,
                        "responseHeaders": [["name": "Content-Type", "value": "text/html; charset=utf-8"]],
                        "body": .string(StandardBase64.encode(Array(html.utf8))),
                    ])
            ]
        case .headers(let own, _):
            let names = Set(own.map { ASCIIText.lowercased($0.name) })
            let others = (parameters["request"]?["headers"]?.objectValue ?? JSONObject()).filter {
                !names.contains(ASCIIText.lowercased($0.name))
            }.map { Request.Header(name: $0.name, value: $0.value.stringValue ?? "") }
            let headers = (others + own).map { header -> JSONValue in
                ["name": .string(header.name), "value": .string(header.value)]
            }
            return [.send("Fetch.continueRequest", ["requestId": .string(id), "headers": .array(headers)])]
        }
    }

    func challenged(_ parameters: JSONValue) -> [Reaction] {
        guard let id = parameters["requestId"]?.stringValue else { return [] }
        let challenge = parameters["authChallenge"]
        let method =
            switch challenge?["scheme"]?.stringValue {
            case "basic": "HTTPBasic"
            case "digest": "HTTPDigest"
            case "ntlm": "NTLM"
            case "negotiate": "Negotiate"
            default: "unknown"
            }
        let place = (challenge?["origin"]?.stringValue ?? "").split(separator: "/").last ?? ""
        let colon = place.lastIndex(of: ":")
        let port = colon.flatMap { Int64(place[place.index(after: $0)...]) }
        return [
            asked(
                "didReceiveAuthenticationChallenge",
                [
                    ("authenticationMethod", .string(method)),
                    ("host", .string(String(port == nil ? place : place[..<(colon ?? place.endIndex)]))),
                    ("port", port.map { .integer($0) } ?? .null),
                    ("realm", .string(challenge?["realm"]?.stringValue ?? "")),
                    ("disposition", "performDefaultHandling"),
                ]),
            .send(
                "Fetch.continueWithAuth",
                ["requestId": .string(id), "authChallengeResponse": ["response": "CancelAuth"]]),
        ]
    }

    static func withoutFragment(_ url: String) -> String { String(url.prefix { $0 != "#" }) }
}
