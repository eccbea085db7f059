import BridgePrimitives

/// Which members the objects of a case may have, so that a misspelt one is not passed over in silence.
enum GuardCaseMembers {
    static let ofCase = [
        "id", "note", "group", "router", "flavour", "mode", "base", "baseTag", "url", "mount", "vars", "routes",
        "start", "guards", "navigate", "expected",
    ]
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
    private static let ofComponent = ["id", "async", "fail", "enter", "update", "leave"]

    /// - Throws: the first member of `object` that is none of `known`, and what it could have been.
    static func check(
        _ object: JSONObject?, _ owner: String, mayHave known: [String], at path: String
    ) throws(GuardCaseProblem) {
        guard let unknown = object?.names.first(where: { !known.contains($0) }) else { return }
        throw GuardCaseProblem(
            jsonPath: "\(path).\(unknown)", cause: "\(owner) has no such member; known are \(list(known))")
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
            route["component"]?.objectValue, "a component", mayHave: ofComponent, at: path + ".component")
        try check(routes: route["children"], at: path + ".children")
    }

    static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
