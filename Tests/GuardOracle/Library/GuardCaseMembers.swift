import BridgePrimitives

/// Which members the objects of a case may have, so that a misspelt one is not passed over in silence.
enum GuardCaseMembers {
    static let ofCase = [
        "id", "note", "group", "router", "flavour", "mode", "base", "baseTag", "url", "mount", "vars", "routes",
        "start", "guards", "navigate", "expected",
    ]
    /// Of the result, in every mode.
    static let ofResult = [
        "outcomes", "path", "fullPath", "name", "params", "query", "hash", "matched", "meta", "redirectedFrom",
        "isStart", "failureType", "guardCalls", "warnings", "stack", "stackIndex", "url", "historyLength",
    ]
    static let ofOutcome = ["op", "result", "failureType", "route", "message", "href", "from", "to"]
    static let ofSteps = ["push", "replace", "pushCb", "resolve", "go", "addRoute", "mount", "setHash"]
    static let ofGuards = ["beforeEach", "beforeResolve", "afterEach", "onError", "onReady"]
    static let ofGuard = ["id", "async", "parameters", "do", "rules"]
    static let ofCondition = [
        "to.path", "to.fullPath", "to.name", "from.path", "from.fullPath", "from.name", "metaSome", "meta", "nth",
        "var", "fromStart", "not",
    ]
    static let ofAction = [
        "next", "nextRaw", "nextError", "nextFn", "throw", "throwRaw", "return", "returnError", "returnPromise",
        "returnReject", "await", "awaitPromise", "push", "replace", "set", "log", "logCurrent", "logMatched", "hang",
        "try", "if", "promise",
    ]
    private static let ofRoute = [
        "path", "name", "alias", "meta", "redirect", "beforeEnter", "component", "children", "caseSensitive",
        "pathToRegexpOptions", "sensitive", "strict", "end",
    ]
    private static let ofPathOptions = ["strict", "sensitive", "end", "delimiter"]
    private static let ofFunction = ["to", "throw"]
    private static let ofLocation = ["name", "path", "params", "query", "hash", "append", "replace", "force"]
    private static let ofComponent = ["id", "async", "fail", "enter", "update", "leave"]

    /// - Throws: the first member of `object` that is none of `known`, and what it could have been.
    static func check(
        _ object: JSONObject?, _ owner: String, mayHave known: [String], at path: String
    ) throws(GuardCaseProblem) {
        guard let unknown = object?.names.first(where: { !known.contains($0) }) else { return }
        let meant = Suggestion.nearest(to: unknown, among: known).map { "; \($0)" } ?? ""
        throw GuardCaseProblem(
            jsonPath: "\(path).\(unknown)",
            cause: "\(owner) has no such member; known are \(list(known))\(meant)")
    }

    /// Checks what a case expects: the members of a result, and those of each step's outcome.
    static func check(expected: JSONValue?) throws(GuardCaseProblem) {
        guard let expected else { return }
        guard let object = expected.objectValue else {
            throw GuardCaseProblem(jsonPath: "$.expected", cause: "expected has to be an object")
        }
        try check(object, "a result", mayHave: ofResult, at: "$.expected")
        for (index, outcome) in (object["outcomes"]?.arrayValue ?? []).enumerated() {
            try check(outcome.objectValue, "an outcome", mayHave: ofOutcome, at: "$.expected.outcomes[\(index)]")
        }
    }

    /// Checks a location that is written as an object; a path has no members.
    static func check(location: JSONValue?, at path: String) throws(GuardCaseProblem) {
        try check(location?.objectValue, "a location", mayHave: ofLocation, at: path)
    }

    /// Checks routes that a reader took already, so that their depth is bounded.
    static func check(routes: JSONValue?, at path: String) throws(GuardCaseProblem) {
        for (index, route) in (routes?.arrayValue ?? []).enumerated() {
            try check(route: route, at: "\(path)[\(index)]")
        }
    }

    static func check(route: JSONValue, at path: String) throws(GuardCaseProblem) {
        try check(route.objectValue, "a route", mayHave: ofRoute, at: path)
        try check(
            route["pathToRegexpOptions"]?.objectValue, "pathToRegexpOptions", mayHave: ofPathOptions,
            at: path + ".pathToRegexpOptions")
        if let function = route["redirect"]?["$fn"] {
            try check(function.objectValue, "$fn", mayHave: ofFunction, at: path + ".redirect.$fn")
            try check(route["redirect"]?.objectValue, "a redirect", mayHave: ["$fn"], at: path + ".redirect")
            try check(location: function["to"], at: path + ".redirect.$fn.to")
        } else {
            try check(location: route["redirect"], at: path + ".redirect")
        }
        try check(
            route["component"]?.objectValue, "a component", mayHave: ofComponent, at: path + ".component")
        try check(routes: route["children"], at: path + ".children")
    }

    static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
