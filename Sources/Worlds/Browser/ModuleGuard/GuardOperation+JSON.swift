import BridgePrimitives
import BridgeTrace
import RouterGuard

extension GuardOperation {
    /// What the runner posts about guards and the router; nil for what it does not.
    init?(_ name: String, _ json: JSONValue, masking: Masking) {
        let call = json["call"]?.integerValue.flatMap { Int(exactly: $0) } ?? -1
        switch name {
        case "makesRouter":
            self = .makesRouter(
                ModuleRouter(
                    routes: json["routes"] ?? .null, mode: RouterMode(rawValue: json.text("mode")) ?? .hash,
                    base: json["base"]?.stringValue))
        case "registers": self = .registers(json.text("kind") == "beforeResolve" ? .beforeResolve : .beforeEach)
        case "called": self = .called(call: call, declaresNext: json.flag("declaresNext"))
        case "next": self = .next(call: call, NextArgument(decision: json["decision"], masking))
        case "returned":
            self = .returned(
                call: call,
                GuardReturn(
                    NextArgument(decision: json["decision"], masking), isPromise: json.flag("isPromise"),
                    declaresNext: json.flag("declaresNext")))
        case "threw":
            self = .threw(
                call: call, GuardError(json["error"], isRejection: json.flag("isRejection"), masking))
        case "misses": self = .misses(GuardError(json["error"], isRejection: false, masking))
        case "navigates":
            guard case .value(let value) = NextArgument(decision: json["decision"], masking) else { return nil }
            self = .navigates(LocationInput(json: value), replaces: json.flag("replaces"))
        default: return nil
        }
    }
}

extension GuardError {
    fileprivate init(_ json: JSONValue?, isRejection: Bool, _ masking: Masking) {
        let error = JavaScriptError(json)
        self.init(
            error.value(masking: masking), text: error.text(masking: masking), isRejection: isRejection,
            reasons: error.reasons)
    }
}

extension NextArgument {
    fileprivate init(decision: JSONValue?, _ masking: Masking) {
        switch decision?.text("kind") {
        case "value"?: self = .value(decision?["value"] ?? .null)
        case "callback"?: self = .callback(label: "callback")
        case "error"?:
            self = .error(message: JavaScriptError(decision?["error"]).value(masking: masking).logText)
        default: self = .none
        }
    }
}

extension Route {
    /// As Vue Router hands it to guards; absent optional parameters are left out, which reads as undefined.
    var scriptObject: JSONValue {
        func object(_ values: RouteValues) -> JSONValue {
            .object(JSONObject(values.members.compactMap { member in member.value.map { (member.name, $0) } }))
        }
        let records = matched.map { record -> JSONValue in
            [
                "path": .string(record.path), "name": record.name.map { .string($0) } ?? .null,
                "meta": .object(record.meta),
            ]
        }
        return [
            "path": .string(path), "fullPath": .string(fullPath), "name": name.map { .string($0) } ?? .null,
            "query": object(query), "params": object(params), "hash": .string(hash), "meta": .object(meta),
            "matched": .array(records), "redirectedFrom": redirectedFrom.map { .string($0) } ?? .null,
        ]
    }
}
