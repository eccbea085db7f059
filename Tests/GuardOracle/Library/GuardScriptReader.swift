import BridgePrimitives
import RouterGuard

/// Reads guards from JSON. Nesting is bounded, unknown actions and conditions are problems.
enum GuardScriptReader {
    static let depthLimit = 32
    static let tickLimit: Int64 = 1_000_000_000

    static func guards(_ json: JSONValue?, at path: String) throws(GuardCaseProblem) -> [GuardScript] {
        guard let json, json != .null else { return [] }
        var scripts: [GuardScript] = []
        for (index, element) in (json.arrayValue ?? [json]).enumerated() {
            scripts.append(try script(element, at: "\(path)[\(index)]"))
        }
        return scripts
    }

    static func script(_ json: JSONValue, at path: String) throws(GuardCaseProblem) -> GuardScript {
        guard let object = json.objectValue else {
            throw GuardCaseProblem(jsonPath: path, cause: "a guard has to be an object")
        }
        try GuardCaseMembers.check(object, "a guard", mayHave: GuardCaseMembers.ofGuard, at: path)
        var rules: [GuardScript.Rule] = []
        if let body = object["do"] {
            rules.append(.init(condition: nil, statements: try statements(body, at: path + ".do", depth: 0)))
        }
        for (index, rule) in try list(object["rules"], at: path + ".rules").enumerated() {
            let rulePath = "\(path).rules[\(index)]"
            try GuardCaseMembers.check(rule.objectValue, "a rule", mayHave: ["when", "do"], at: rulePath)
            var condition: GuardCondition?
            if let when = rule["when"] { condition = try self.condition(when, at: rulePath + ".when", depth: 0) }
            rules.append(
                .init(
                    condition: condition,
                    statements: try statements(rule["do"] ?? [], at: rulePath + ".do", depth: 0)))
        }
        return GuardScript(
            id: object["id"].map { scriptText($0) } ?? "anonymous", isAsync: scriptTruth(object["async"]),
            declaresNext: try declaresNext(object, rules, at: path), rules: rules)
    }

    /// A guard that calls `next` anywhere has a parameter for it, unless `parameters` counts otherwise.
    private static func declaresNext(
        _ object: JSONObject, _ rules: [GuardScript.Rule], at path: String
    ) throws(GuardCaseProblem) -> Bool {
        guard let parameters = object["parameters"] else {
            return rules.contains { GuardStatement.callNext($0.statements) }
        }
        guard let count = parameters.integerValue, (0...3).contains(count) else {
            throw GuardCaseProblem(jsonPath: path + ".parameters", cause: "parameters have to be a count from 0 to 3")
        }
        return count == 3
    }

    static func condition(
        _ json: JSONValue, at path: String, depth: Int
    ) throws(GuardCaseProblem) -> GuardCondition {
        guard let object = json.objectValue, depth < depthLimit else {
            throw GuardCaseProblem(jsonPath: path, cause: "a condition has to be an object, not nested too deeply")
        }
        var tests: [GuardCondition.Test] = []
        for (key, value) in object {
            let memberPath = "\(path).\(key)"
            switch (key, value) {
            case ("metaSome", .string(let name)): tests.append(.metaSome(name))
            case ("meta", .string(let name)): tests.append(.meta(name))
            case ("nth", .integer(let number)): tests.append(.call(number))
            case ("var", .object(let variables)): tests.append(.variables(variables))
            case ("fromStart", .bool(let wanted)): tests.append(.fromStart(wanted))
            case ("not", _): tests.append(.not(try condition(value, at: memberPath, depth: depth + 1)))
            case (_, _) where key.utf8.starts(with: "to.".utf8):
                tests.append(.route(isTo: true, part: suffix(key, 3), value: value))
            case (_, _) where key.utf8.starts(with: "from.".utf8):
                tests.append(.route(isTo: false, part: suffix(key, 5), value: value))
            default:
                throw GuardCaseProblem(
                    jsonPath: memberPath,
                    cause: "no condition is called '\(key)', or not so; known are"
                        + " \(GuardCaseMembers.list(GuardCaseMembers.ofCondition))")
            }
        }
        return GuardCondition(tests: tests)
    }

    static func statements(
        _ json: JSONValue, at path: String, depth: Int
    ) throws(GuardCaseProblem) -> [GuardStatement] {
        guard depth < depthLimit else {
            throw GuardCaseProblem(jsonPath: path, cause: "actions nested more than \(depthLimit) deep")
        }
        var statements: [GuardStatement] = []
        for (index, element) in try list(json, at: path).enumerated() {
            statements.append(try statement(element, at: "\(path)[\(index)]", depth: depth))
        }
        return statements
    }

    private static func statement(
        _ json: JSONValue, at path: String, depth: Int
    ) throws(GuardCaseProblem) -> GuardStatement {
        guard let object = json.objectValue else {
            throw GuardCaseProblem(jsonPath: path, cause: "an action has to be an object")
        }
        func inner(_ key: String) throws(GuardCaseProblem) -> [GuardStatement] {
            try statements(object[key] ?? [], at: "\(path).\(key)", depth: depth + 1)
        }
        if let body = object["try"] {
            try GuardCaseMembers.check(object, "try", mayHave: ["try", "catch", "finally"], at: path)
            return .attempt(
                try statements(body, at: path + ".try", depth: depth + 1),
                recover: object["catch"] == nil ? nil : try inner("catch"), finally: try inner("finally"))
        }
        if let condition = object["if"] {
            try GuardCaseMembers.check(object, "if", mayHave: ["if", "then", "else"], at: path)
            return .branch(
                try self.condition(condition, at: path + ".if", depth: depth + 1), then: try inner("then"),
                otherwise: try inner("else"))
        }
        if let promise = object["promise"] {
            try GuardCaseMembers.check(object, "promise", mayHave: ["promise", "chain"], at: path)
            let chain = try self.chain(object["chain"], at: path + ".chain", depth: depth + 1)
            return .promise(try self.promise(promise, at: path + ".promise"), chain: chain)
        }
        guard let (key, value) = object.members.first.map({ ($0.name, $0.value) }), object.count == 1 else {
            throw GuardCaseProblem(jsonPath: path, cause: "an action has to have one member")
        }
        return try simple(key, value, at: path)
    }

    private static func simple(
        _ key: String, _ value: JSONValue, at path: String
    ) throws(GuardCaseProblem) -> GuardStatement {
        if ["next", "push", "replace"].contains(key) {
            try GuardCaseMembers.check(location: value, at: "\(path).\(key)")
        }
        switch key {
        case "next": return value == .null ? .next(.none) : .nextFilled(value)
        case "nextRaw": return .next(.value(value))
        case "nextError": return .next(.error(message: scriptText(value)))
        case "nextFn": return .next(.callback(label: scriptText(value)))
        case "throw": return .raise(.error(message: scriptText(value)))
        case "throwRaw": return .raise(.value(value))
        case "return": return .give(.plain(value))
        case "returnError": return .give(.error(message: scriptText(value)))
        case "returnPromise": return .give(.resolved(value))
        case "returnReject": return .give(.rejected(.error(message: scriptText(value))))
        case "await": return .pause(try ticks(value, at: "\(path).await"))
        case "awaitPromise": return .awaitPromise(try promise(value, at: "\(path).awaitPromise"))
        case "push": return .navigate(LocationInput(json: value), replacing: false)
        case "replace": return .navigate(LocationInput(json: value), replacing: true)
        case "set":
            guard let variables = value.objectValue else { break }
            return .set(variables)
        case "log": return .log(scriptText(value))
        case "logCurrent": return .logCurrent
        case "logMatched": return .logMatched
        case "hang": return .nothing
        default: break
        }
        throw GuardCaseProblem(
            jsonPath: path,
            cause:
                "no action is called '\(key)', or not so; known are \(GuardCaseMembers.list(GuardCaseMembers.ofAction))"
        )
    }

    private static func chain(
        _ json: JSONValue?, at path: String, depth: Int
    ) throws(GuardCaseProblem) -> [ChainLink] {
        var links: [ChainLink] = []
        for (index, element) in try list(json, at: path).enumerated() {
            let linkPath = "\(path)[\(index)]"
            guard let object = element.objectValue, object.count == 1, let member = object.members.first,
                let kind = ChainLink.Kind(rawValue: member.name)
            else {
                throw GuardCaseProblem(jsonPath: linkPath, cause: "a link has to be one of then, catch and finally")
            }
            let body = try statements(member.value, at: "\(linkPath).\(kind.rawValue)", depth: depth)
            links.append(ChainLink(kind: kind, statements: body))
        }
        return links
    }

    private static func promise(_ json: JSONValue, at path: String) throws(GuardCaseProblem) -> PromiseScript {
        guard let object = json.objectValue else {
            throw GuardCaseProblem(jsonPath: path, cause: "a promise has to be an object")
        }
        try GuardCaseMembers.check(object, "a promise", mayHave: ["after", "settle", "value"], at: path)
        let ticks = try self.ticks(object["after"] ?? 0, at: path + ".after")
        let value = object["value"] ?? .string(undefinedMark)
        switch object["settle"] {
        case nil, .string("resolve")?: return PromiseScript(ticks: ticks, result: .fulfilled(value))
        case .string("reject")?:
            return PromiseScript(ticks: ticks, result: .rejected(.error(message: scriptText(value))))
        default: throw GuardCaseProblem(jsonPath: path + ".settle", cause: "settle has to be resolve or reject")
        }
    }

    static func ticks(_ json: JSONValue, at path: String) throws(GuardCaseProblem) -> Int {
        guard let ticks = json.integerValue, (0...tickLimit).contains(ticks) else {
            throw GuardCaseProblem(jsonPath: path, cause: "ticks have to be a number from 0 to \(tickLimit)")
        }
        return Int(ticks)
    }

    private static func list(_ json: JSONValue?, at path: String) throws(GuardCaseProblem) -> [JSONValue] {
        guard let json else { return [] }
        guard let elements = json.arrayValue else { throw GuardCaseProblem(jsonPath: path, cause: "not a list") }
        return elements
    }

    private static func suffix(_ text: String, _ count: Int) -> String {
        String(decoding: text.utf8.dropFirst(count), as: UTF8.self)
    }
}
