@testable import AuthEmulator
import BridgePrimitives
import Testing

@Suite("What the OpenAPI document says can follow", .timeLimit(.minutes(5)))
struct OpenAPILinkTests {
    /// An operation of the document with the path that it stands at.
    private struct Operation {
        let path: String
        let json: JSONValue

        /// The names of what a request's body, or a reply's, may have.
        func members(ofReply: Bool) -> [String] {
            let holder = ofReply ? json["responses"]?["200"] : json["requestBody"]
            return holder?["content"]?["application/json"]?["schema"]?["properties"]?.objectValue?.names ?? []
        }

        var parameters: [String] { (json["parameters"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue } }
    }

    private static func operations(refusesUnknownNames: Bool = false) -> [String: Operation] {
        var operations: [String: Operation] = [:]
        let document = OpenAPIDocument.json(
            of: EndpointTable.emulated, refusesUnknownNames: refusesUnknownNames)
        let paths = document["paths"]?.objectValue ?? JSONObject()
        for (path, item) in paths {
            for (_, operation) in item.objectValue ?? JSONObject() {
                operations[operation["operationId"]?.stringValue ?? ""] = Operation(path: path, json: operation)
            }
        }
        return operations
    }

    @Test func linksLeadFromWhatRepliesHaveToWhatRequestsTake() {
        let operations = Self.operations()
        var count = 0
        for (id, source) in operations {
            for (name, link) in source.json["responses"]?["200"]?["links"]?.objectValue ?? JSONObject() {
                count += 1
                guard let target = operations[link["operationId"]?.stringValue ?? ""] else {
                    Issue.record("\(id) \(name) leads nowhere")
                    continue
                }
                for (member, value) in link["requestBody"]?.objectValue ?? JSONObject() {
                    #expect(target.members(ofReply: false).contains(member), "\(id) \(name): \(member)")
                    check(value, of: source, "\(id) \(name)")
                }
                for (parameter, value) in link["parameters"]?.objectValue ?? JSONObject() {
                    #expect(target.parameters.contains(parameter), "\(id) \(name): \(parameter)")
                    check(value, of: source, "\(id) \(name)")
                }
            }
        }
        #expect(count > 100, "\(count)")
    }

    /// The expressions in a value point at something that the source has.
    private func check(_ value: JSONValue, of source: Operation, _ comment: String) {
        for inner in value.arrayValue ?? [] { check(inner, of: source, comment) }
        for (_, inner) in value.objectValue ?? JSONObject() { check(inner, of: source, comment) }
        guard let text = value.stringValue, text.hasPrefix("$") else { return }
        for (prefix, names) in [
            ("$response.body#/", source.members(ofReply: true)), ("$request.body#/", source.members(ofReply: false)),
            ("$request.path.", source.parameters), ("$request.query.", source.parameters),
        ] where text.hasPrefix(prefix) {
            let name = text.dropFirst(prefix.utf8.count).split(separator: "/").first.map(String.init) ?? ""
            #expect(names.contains(name), "\(comment): \(text)")
            return
        }
        Issue.record("\(comment): \(text)")
    }

    @Test func everyEndpointWithLinksIsThere() {
        let known = Set(EndpointTable.emulated.filter { $0.handler != nil }.map(\.id))
        for (source, links) in OpenAPILink.table {
            #expect(known.contains(source), "\(source)")
            for link in links { #expect(known.contains(link.target), "\(source) → \(link.target)") }
            #expect(Set(links.map { "\($0.caller) \($0.name)" }).count == links.count, "\(source)")
        }
    }

    /// Users' paths lead to users' paths, of the third version too; administrators' to those of the same tenant.
    @Test func aLinkStaysInItsFamily() throws {
        let operations = Self.operations()
        for (source, target) in [
            ("accounts:signUp", "/identitytoolkit.googleapis.com/v1/accounts:lookup"),
            ("accounts:signUp.2", "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo"),
        ] {
            let link = operations[source]?.json["responses"]?["200"]?["links"]?["accounts.lookup"]
            #expect(operations[link?["operationId"]?.stringValue ?? ""]?.path == target)
        }
        let link = operations["accounts:signUp.4"]?.json["responses"]?["200"]?["links"]?["lookup"]
        #expect(
            operations[link?["operationId"]?.stringValue ?? ""]?.path
                == "/identitytoolkit.googleapis.com/v1/projects/{project}/tenants/{tenant}/accounts:lookup")
        #expect(link?["parameters"]?["tenant"] == "$request.path.tenant")
        #expect(link?["requestBody"]?["localId"] == ["$response.body#/localId"])
    }

    /// A strict service takes no other names, at any depth, but where version 3 stands in the path and where it keeps
    /// what it does not know.
    @Test func aRequestIsClosedWhereUnknownNamesAreRefused() {
        for (isStrict, operations) in [
            (true, Self.operations(refusesUnknownNames: true)), (false, Self.operations()),
        ] {
            func schema(_ id: String) -> JSONValue? {
                operations[id]?.json["requestBody"]?["content"]?["application/json"]?["schema"]
            }
            let closed: JSONValue? = isStrict ? false : nil
            #expect(schema("accounts:signUp")?["additionalProperties"] == closed)
            #expect(
                schema("accounts:signUp")?["properties"]?["mfaInfo"]?["items"]?["additionalProperties"] == closed)
            for id in ["accounts:signUp.2", "token", "config:patch", "tenants:create"] {
                #expect(schema(id) != nil && schema(id)?["additionalProperties"] == nil, "\(id)")
            }
        }
    }
}
