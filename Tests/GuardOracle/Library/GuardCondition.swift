import BridgePrimitives
import RouterGuard

/// When a rule of a guard applies: all tests have to hold.
struct GuardCondition: Sendable {
    indirect enum Test: Sendable {
        /// A part of `to` or `from` equals a value.
        case route(isTo: Bool, part: String, value: JSONValue)
        /// Some matched record of `to` has a truthy meta member.
        case metaSome(String)
        /// The leaf record of `to` has it.
        case meta(String)
        /// The guard's call of this number, from 1.
        case call(Int64)
        case variables(JSONObject)
        case fromStart(Bool)
        case not(GuardCondition)
    }

    let tests: [Test]

    struct Context {
        let to: Route
        let from: Route
        let callNumber: Int
        let variables: JSONObject
    }

    /// Recursion goes over nested `not`, whose depth the reader bounds.
    func holds(in context: Context) -> Bool {
        tests.allSatisfy { test in
            switch test {
            case .route(let isTo, let part, let value):
                let route = isTo ? context.to : context.from
                guard part != "name" else { return (route.name.map(JSONValue.string) ?? .null) == value }
                return RouteTemplate.part(part, of: route).map(JSONValue.string) == value
            case .metaSome(let key): return context.to.matched.contains { scriptTruth($0.meta[key]) }
            case .meta(let key): return scriptTruth(context.to.meta[key])
            case .call(let number): return Int64(context.callNumber) == number
            case .variables(let wanted):
                return wanted.members.allSatisfy {
                    (context.variables[$0.name] ?? .string(undefinedMark)) == $0.value
                }
            case .fromStart(let wanted): return context.from.isStart == wanted
            case .not(let inner): return !inner.holds(in: context)
            }
        }
    }
}
