public import BridgePrimitives
import RouterGuard

/// A route table, guards and navigations in the guard language, and what becomes of them.
///
/// Time is a virtual clock of whole ticks, so a run depends on nothing but the case.
public struct GuardCase: Sendable {
    static let stepLimit = 1_000

    enum Step: Sendable {
        case push(LocationInput), replace(LocationInput), pushWithCallbacks(LocationInput)
        case resolve(LocationInput, append: Bool)
        case go(Int)
        case addRoute(JSONValue, parent: String?)
        case mount
        case setHash(String)
    }

    /// When a step begins.
    enum Timing: Sendable {
        case whenIdle
        /// So many ticks after the step before it; 0 is the same turn.
        case after(Int)
    }

    /// Empty for a case that has none.
    public let id: String
    let mode: RouterMode
    let router: Router
    let scripts: [GuardScript]
    let beforeEach: [GuardScript]
    let beforeResolve: [GuardScript]
    let listeners: GuardRuntime.Listeners
    let variables: JSONObject
    let mountsFirst: Bool
    let start: LocationInput?
    let steps: [(name: String, timing: Timing, step: Step)]

    /// Reads a case.
    ///
    /// - Parameter json: an object with `routes`, `navigate` and perhaps `id`, `mode`, `base`, `baseTag`, `url`,
    ///   `mount`, `vars`, `start`, `guards`, `router` (3, 4 or 5), `flavour`; `note` and `group` are the caller's, and so
    ///   are the values in `expected`. Other members are problems, in objects inside as well.
    /// - Throws: a ``GuardCaseProblem`` with its place.
    public init(json: JSONValue) throws(GuardCaseProblem) {
        guard let object = json.objectValue else {
            throw GuardCaseProblem(jsonPath: "$", cause: "a case has to be an object")
        }
        try GuardCaseMembers.check(object, "a case", mayHave: GuardCaseMembers.ofCase, at: "$")
        try GuardCaseMembers.check(expected: object["expected"])
        id = object["id"].map { scriptText($0) } ?? ""
        guard let mode = RouterMode(rawValue: object["mode"]?.stringValue ?? "abstract") else {
            throw GuardCaseProblem(jsonPath: "$.mode", cause: "mode has to be abstract, history or hash")
        }
        self.mode = mode
        guard let generation = RouterGeneration(rawValue: object["router"].map { scriptText($0) } ?? "3"),
            let flavour = RouterFlavour(rawValue: object["flavour"]?.stringValue ?? "development")
        else {
            throw GuardCaseProblem(
                jsonPath: "$.router", cause: "router has to be 3, 4 or 5, and flavour development or production")
        }
        let table: RouteTable
        do throws(RouteTableProblem) {
            table = try RouteTable(json: object["routes"] ?? [], generation: generation)
        } catch {
            throw GuardCaseProblem(error, at: "$.routes")
        }
        try GuardCaseMembers.check(routes: object["routes"], at: "$.routes")
        router = Router(
            table: table, mode: mode, base: object["base"]?.stringValue, baseTag: object["baseTag"]?.stringValue,
            address: object["url"]?.stringValue ?? "/", flavour: flavour)
        scripts = try Self.scripts(table.guardScripts[...])
        let guards = object["guards"] ?? [:]
        try GuardCaseMembers.check(guards.objectValue, "guards", mayHave: GuardCaseMembers.ofGuards, at: "$.guards")
        beforeEach = try GuardScriptReader.guards(guards["beforeEach"], at: "$.guards.beforeEach")
        beforeResolve = try GuardScriptReader.guards(guards["beforeResolve"], at: "$.guards.beforeResolve")
        listeners = .init(
            afterEach: scriptTruth(guards["afterEach"]), onError: scriptTruth(guards["onError"]),
            onReady: scriptTruth(guards["onReady"]))
        variables = object["vars"]?.objectValue ?? JSONObject()
        mountsFirst = object["mount"] == "before"
        try GuardCaseMembers.check(location: object["start"], at: "$.start")
        start = object["start"].flatMap { $0 == .null ? nil : LocationInput(json: $0) }
        steps = try Self.steps(object["navigate"] ?? [], generation)
        guard object["routes"] != nil, object["navigate"] != nil else {
            throw GuardCaseProblem(
                jsonPath: "$",
                cause: "a case needs routes and navigate, and may have"
                    + " \(GuardCaseMembers.list(GuardCaseMembers.ofCase.filter { !["routes", "navigate"].contains($0) }))"
            )
        }
    }

    static func scripts(_ json: ArraySlice<JSONValue>) throws(GuardCaseProblem) -> [GuardScript] {
        var scripts: [GuardScript] = []
        for script in json {
            let id = script["id"].map { scriptText($0) } ?? "anonymous"
            scripts.append(try GuardScriptReader.script(script, at: "$.routes(guard '\(id)')"))
        }
        return scripts
    }

    private static func steps(
        _ json: JSONValue, _ generation: RouterGeneration
    ) throws(GuardCaseProblem) -> [(String, Timing, Step)] {
        guard let elements = json.arrayValue, elements.count <= stepLimit else {
            throw GuardCaseProblem(jsonPath: "$.navigate", cause: "navigate has to be a list of up to \(stepLimit)")
        }
        var steps: [(String, Timing, Step)] = []
        for (index, element) in elements.enumerated() {
            let path = "$.navigate[\(index)]"
            guard let name = element["op"]?.stringValue else {
                throw GuardCaseProblem(jsonPath: path + ".op", cause: "a step needs an op")
            }
            try GuardCaseMembers.check(
                element.objectValue, "\(name)", mayHave: ["op", "after"] + members(of: name), at: path)
            var timing = Timing.whenIdle
            if let after = element["after"] {
                timing = .after(try GuardScriptReader.ticks(after, at: path + ".after"))
            }
            steps.append((name, timing, try step(name, element, generation, at: path)))
        }
        return steps
    }

    /// What a step may have beside `op` and `after`.
    private static func members(of step: String) -> [String] {
        switch step {
        case "resolve": ["to", "append"]
        case "go": ["n"]
        case "addRoute": ["route", "parent"]
        case "mount": []
        default: ["to"]
        }
    }

    private static func step(
        _ name: String, _ json: JSONValue, _ generation: RouterGeneration, at path: String
    ) throws(GuardCaseProblem) -> Step {
        if name != "setHash" { try GuardCaseMembers.check(location: json["to"], at: path + ".to") }
        let to = LocationInput(json: json["to"] ?? .null)
        switch name {
        case "push": return .push(to)
        case "replace": return .replace(to)
        case "pushCb": return .pushWithCallbacks(to)
        case "resolve": return .resolve(to, append: scriptTruth(json["append"]))
        case "go":
            guard let count = json["n"]?.integerValue, (-100_000...100_000).contains(count) else {
                throw GuardCaseProblem(jsonPath: path + ".n", cause: "go needs a whole number n")
            }
            return .go(Int(count))
        case "addRoute":
            // Read here once, so that a run meets no problem any more.
            var reader = RouteSpecReader(generation: generation)
            do throws(RouteTableProblem) {
                let spec = try reader.route(json["route"] ?? .null, at: "$", depth: 0)
                // A child's path may be relative, which only its parent makes whole.
                let isChild = generation.isModern && json["parent"] != nil
                _ = try RouteTable(
                    [isChild ? RouteSpec(path: "/", children: [spec]) : spec], generation: generation)
            } catch {
                throw GuardCaseProblem(error, at: path + ".route")
            }
            try GuardCaseMembers.check(route: json["route"] ?? .null, at: path + ".route")
            _ = try scripts(reader.guardScripts[...])
            return .addRoute(json["route"] ?? .null, parent: json["parent"]?.stringValue)
        case "mount": return .mount
        case "setHash": return .setHash(json["to"]?.stringValue ?? "")
        default:
            throw GuardCaseProblem(
                jsonPath: path + ".op",
                cause: "no step is called '\(name)'; known are \(GuardCaseMembers.list(GuardCaseMembers.ofSteps))")
        }
    }
}
