public import BridgePrimitives
import RouterGuard

extension GuardCase {
    /// What a step has come to.
    private enum Report {
        case called
        case navigation(NavigationID)
        case resolved(Route, href: String)
        case threw(ThrownValue)
        case unusable(RouteTableProblem)
    }

    /// Runs the case to its end.
    ///
    /// - Returns: the final route, each step's outcome, the log of guards and hooks, and the state of the history,
    ///   as an object whose members have a fixed order. What never settles is reported as `pending`; an endless loop
    ///   is cut off after a fixed amount of work.
    public func run() -> JSONValue { runTraced().result }

    /// Runs the case as ``run()`` does, and tells what happened on the way.
    public func runTraced() -> GuardRun {
        var runtime = GuardRuntime(
            router: router, scripts: scripts, beforeEach: beforeEach, beforeResolve: beforeResolve,
            listeners: listeners, variables: variables)
        if mountsFirst {
            runtime.perform(runtime.router.mount())
            runtime.runUntilIdle()
        }
        if let start {
            runtime.perform(runtime.router.push(start).actions)
            runtime.runUntilIdle()
        }
        runtime.isMuted = false
        var reports: [(name: String, report: Report)] = []
        for (name, timing, step) in steps {
            switch timing {
            case .whenIdle: runtime.runUntilIdle()
            case .after(0): break
            case .after(let ticks): runtime.advance(by: ticks)
            }
            runtime.note(.step, Self.text(name, step))
            reports.append((name, Self.perform(step, in: &runtime)))
        }
        runtime.runUntilIdle()
        runtime.noteOpenEnds()
        return GuardRun(result: result(reports, runtime), trace: runtime.trace)
    }

    private static func text(_ name: String, _ step: Step) -> String {
        switch step {
        case .push(let to), .replace(let to), .pushWithCallbacks(let to), .resolve(let to, _): "\(name) \(to.text)"
        case .go(let count): "\(name) \(count)"
        case .setHash(let hash): "\(name) \(hash)"
        case .addRoute, .mount: name
        }
    }

    private static func perform(_ step: Step, in runtime: inout GuardRuntime) -> Report {
        switch step {
        case .push(let to):
            let begun = runtime.router.push(to)
            runtime.perform(begun.actions)
            return .navigation(begun.id)
        case .replace(let to):
            let begun = runtime.router.replace(to)
            runtime.perform(begun.actions)
            return .navigation(begun.id)
        case .pushWithCallbacks(let to):
            let begun = runtime.router.push(to)
            runtime.callbackStyle.insert(begun.id)
            runtime.perform(begun.actions)
            return .navigation(begun.id)
        case .resolve(let to, let append):
            var warnings: [RouterWarning] = []
            defer { if !warnings.isEmpty { runtime.warn() } }
            do throws(ThrownValue) {
                let (route, href) = try runtime.router.resolve(to, append: append, warnings: &warnings)
                return .resolved(route, href: href)
            } catch {
                return .threw(error)
            }
        case .go(let count): runtime.perform(runtime.router.go(count))
        case .mount: runtime.perform(runtime.router.mount())
        case .setHash(let hash): runtime.perform(runtime.router.hashEdited(to: hash))
        case .addRoute(let route, let parent):
            let known = runtime.scripts.count
            do throws(RouteTableProblem) {
                let actions = try runtime.router.addRoute(json: route, parent: parent)
                runtime.scripts += (try? scripts(runtime.router.table.guardScripts[known...])) ?? []
                runtime.perform(actions)
            } catch {
                return .unusable(error)
            }
        }
        return .called
    }

    private func result(_ reports: [(name: String, report: Report)], _ runtime: GuardRuntime) -> JSONValue {
        var route = runtime.router.current
        if case .resolved(let resolved, _)? = reports.last?.report { route = resolved }
        var failureType = JSONValue.null
        var outcomes: [JSONValue] = []
        for (name, report) in reports {
            let outcome = Self.outcome(name, report, runtime)
            outcomes.append(outcome)
            if case .called = report { continue }
            failureType = outcome["failureType"] ?? .null
        }
        var result = JSONObject([
            ("outcomes", .array(outcomes)),
            ("path", .string(route.path)),
            ("fullPath", .string(route.fullPath)),
            ("name", Self.text(route.name)),
            ("params", route.params.json),
            ("query", route.query.json),
            ("hash", .string(route.hash)),
            ("matched", .array(route.matched.map { .string($0.path) })),
            ("meta", RouteValues(route.meta).json),
            ("redirectedFrom", Self.text(route.redirectedFrom)),
            ("isStart", .bool(route.isStart)),
            ("failureType", failureType),
            ("guardCalls", .array(runtime.log.map(JSONValue.string))),
            ("warnings", .bool(runtime.sawWarning)),
        ])
        if mode == .abstract {
            result["stack"] = .array(runtime.router.stackPaths.map(JSONValue.string))
            result["stackIndex"] = .integer(Int64(runtime.router.stackIndex))
        } else {
            result["url"] = .string(runtime.router.address)
            result["historyLength"] = .integer(Int64(runtime.router.entryCount))
        }
        return .object(result)
    }

    private static func outcome(_ name: String, _ report: Report, _ runtime: GuardRuntime) -> JSONValue {
        func object(_ result: String, _ type: String?, _ more: [(String, JSONValue)] = []) -> JSONValue {
            let always: [(String, JSONValue)] = [
                ("op", .string(name)), ("result", .string(result)), ("failureType", text(type)),
            ]
            return .object(JSONObject(always + more))
        }
        switch report {
        case .called: return object("called", nil)
        case .resolved(let route, let href):
            return object("resolved", nil, [("href", .string(href)), ("route", .string(route.logName))])
        case .threw(let thrown):
            return object("rejected", thrown.isError ? "error" : "other", [("message", .string(thrown.logText))])
        case .unusable(let problem):
            return object("rejected", "error", [("message", .string(problem.description))])
        case .navigation(let id):
            guard let outcome = runtime.outcomes[id] else { return object("pending", "pending") }
            switch outcome {
            case .completed(let route): return object("resolved", nil, [("route", .string(route.logName))])
            case .failed(let failure):
                // Since generation 4 only errors reject a promise; failures are what it is fulfilled with.
                return object(
                    runtime.router.generation.isModern ? "resolved" : "rejected", outcome.typeName,
                    [
                        ("message", .string(failure.message)), ("from", .string(failure.from.logName)),
                        ("to", .string(failure.to.logName)),
                    ])
            case .threw(let thrown):
                return object("rejected", outcome.typeName, [("message", .string(thrown.logText))])
            }
        }
    }

    private static func text(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}

extension LocationInput {
    /// For people.
    fileprivate var text: String {
        switch self {
        case .path(let path): path.isEmpty ? "''" : path
        case .location(let location): location.name.map { "the route named \($0)" } ?? location.path ?? "other params"
        case .unusable: "undefined"
        }
    }
}
