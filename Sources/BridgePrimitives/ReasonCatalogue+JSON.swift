// A reason is a primitive: importing this module imports every reason.
@_exported public import Reasons

extension ReasonCatalogue.Entry {
    public var json: JSONValue {
        var object = JSONObject([
            ("code", .string(code.rawValue)), ("meaning", .string(meaning)), ("fix", .string(fix)),
        ])
        if let devToolsName { object["devtools"] = .string(devToolsName) }
        if let kind { object["exit_code"] = .integer(Int64(kind.exitCode)) }
        return .object(object)
    }
}
