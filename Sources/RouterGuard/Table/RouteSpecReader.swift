package import BridgePrimitives

/// Reads declared routes from JSON, numbering the guards they hold.
package struct RouteSpecReader {
    static let routeLimit = 4096

    /// The script of each guard, by its number.
    package private(set) var guardScripts: [JSONValue]
    private var routeCount = 0

    private let generation: RouterGeneration

    package init(generation: RouterGeneration = .three, guardScripts: [JSONValue] = []) {
        (self.generation, self.guardScripts) = (generation, guardScripts)
    }

    mutating func routes(_ json: JSONValue, at path: String, depth: Int) throws(RouteTableProblem) -> [RouteSpec] {
        guard let elements = json.arrayValue else {
            throw RouteTableProblem(jsonPath: path, cause: "routes have to be a list")
        }
        guard depth < RouteSpec.depthLimit else {
            throw RouteTableProblem(jsonPath: path, cause: "children deeper than \(RouteSpec.depthLimit) levels")
        }
        var specs: [RouteSpec] = []
        for (index, element) in elements.enumerated() {
            specs.append(try route(element, at: "\(path)[\(index)]", depth: depth))
        }
        return specs
    }

    package mutating func route(
        _ json: JSONValue, at jsonPath: String, depth: Int
    ) throws(RouteTableProblem) -> RouteSpec {
        routeCount += 1
        guard routeCount <= Self.routeLimit else {
            throw RouteTableProblem(jsonPath: jsonPath, cause: "more than \(Self.routeLimit) routes")
        }
        guard let object = json.objectValue else {
            throw RouteTableProblem(jsonPath: jsonPath, cause: "a route has to be an object")
        }
        guard let path = object["path"]?.stringValue else {
            throw RouteTableProblem(jsonPath: jsonPath + ".path", cause: "a route needs a path that is a string")
        }
        var spec = RouteSpec(path: path)
        spec.name = try name(object["name"], at: jsonPath + ".name")
        spec.aliases = try aliases(object["alias"], at: jsonPath + ".alias")
        if let meta = object["meta"] {
            guard let meta = meta.objectValue else {
                throw RouteTableProblem(jsonPath: jsonPath + ".meta", cause: "meta has to be an object")
            }
            spec.meta = meta
        }
        spec.caseSensitive = object["caseSensitive"]?.boolValue
        if let options = object["pathToRegexpOptions"]?.objectValue {
            spec.pathOptions.strict = scriptTruth(options["strict"])
            spec.pathOptions.sensitive = scriptTruth(options["sensitive"])
            spec.pathOptions.end = options["end"] != .bool(false)
            if let delimiter = options["delimiter"]?.stringValue, !delimiter.isEmpty {
                spec.pathOptions.delimiter = delimiter
            }
        }
        if generation.isModern {
            if let sensitive = object["sensitive"]?.boolValue { spec.caseSensitive = sensitive }
            if object["strict"] == .bool(true) { spec.pathOptions.strict = true }
            if object["end"] == .bool(false) { spec.pathOptions.end = false }
        }
        spec.redirect = try redirect(object["redirect"], at: jsonPath + ".redirect")
        switch object["beforeEnter"] {
        case nil, .null?: break
        case .object(let script)?: spec.beforeEnter = .single(reference(script))
        case .array? where generation.isModern:
            spec.beforeEnter = .list(try guards(object["beforeEnter"], at: jsonPath + ".beforeEnter"))
        default: spec.beforeEnter = .notCallable
        }
        spec.component = try component(object["component"], at: jsonPath + ".component")
        if let children = object["children"] {
            spec.children = try routes(children, at: jsonPath + ".children", depth: depth + 1)
        }
        return spec
    }

    private func name(_ json: JSONValue?, at jsonPath: String) throws(RouteTableProblem) -> String? {
        switch json {
        case nil, .null?: return nil
        case .string(let name)?: return name.isEmpty ? nil : name
        case .integer(let number)?: return String(number)
        default: throw RouteTableProblem(jsonPath: jsonPath, cause: "a name has to be a string")
        }
    }

    private func aliases(_ json: JSONValue?, at jsonPath: String) throws(RouteTableProblem) -> [String] {
        guard let json else { return [] }
        var result: [String] = []
        for alias in json.arrayValue ?? [json] {
            guard let alias = alias.stringValue else {
                throw RouteTableProblem(jsonPath: jsonPath, cause: "an alias has to be a string or a list of strings")
            }
            result.append(alias)
        }
        return result
    }

    private func redirect(_ json: JSONValue?, at jsonPath: String) throws(RouteTableProblem) -> RouteRedirect? {
        switch json {
        case nil, .null?, .string("")?: return nil
        case .string(let path)?: return .path(path)
        case .object(let object)?:
            guard let function = object["$fn"]?.objectValue else { return .location(RouteLocation(object)) }
            if let message = function["throw"] { return .throwing(scriptText(message)) }
            return .returning(function["to"] ?? .null)
        default:
            throw RouteTableProblem(jsonPath: jsonPath, cause: "a redirect has to be a string or an object")
        }
    }

    private mutating func component(
        _ json: JSONValue?, at jsonPath: String
    ) throws(RouteTableProblem) -> RouteComponent {
        var component = RouteComponent()
        guard let json, json != .null else { return component }
        guard let object = json.objectValue else {
            throw RouteTableProblem(jsonPath: jsonPath, cause: "a component has to be an object")
        }
        component.enter = try guards(object["enter"], at: jsonPath + ".enter")
        component.update = try guards(object["update"], at: jsonPath + ".update")
        component.leave = try guards(object["leave"], at: jsonPath + ".leave")
        if let async = object["async"] {
            guard let ticks = async.integerValue, (0...1_000_000).contains(ticks) else {
                throw RouteTableProblem(jsonPath: jsonPath + ".async", cause: "async has to be a count of ticks")
            }
            component.lazy = LazyComponent(
                label: object["id"].map { scriptText($0) } ?? "component", ticks: Int(ticks),
                failure: object["fail"].flatMap { scriptTruth($0) ? scriptText($0) : nil })
        }
        return component
    }

    private mutating func guards(
        _ json: JSONValue?, at jsonPath: String
    ) throws(RouteTableProblem) -> [GuardReference] {
        guard let json else { return [] }
        var references: [GuardReference] = []
        for (index, element) in (json.arrayValue ?? [json]).enumerated() {
            guard let script = element.objectValue else {
                throw RouteTableProblem(jsonPath: "\(jsonPath)[\(index)]", cause: "a guard has to be an object")
            }
            references.append(reference(script))
        }
        return references
    }

    private mutating func reference(_ script: JSONObject) -> GuardReference {
        guardScripts.append(.object(script))
        return GuardReference(
            id: script["id"].map { scriptText($0) } ?? "anonymous", number: guardScripts.count - 1)
    }
}
