import BridgePrimitives
import RouterGuard

/// What a declared guard does.
struct GuardScript: Sendable {
    struct Rule: Sendable {
        /// Nil holds always.
        let condition: GuardCondition?
        let statements: [GuardStatement]
    }

    let id: String
    /// An async function: what it throws rejects a promise that nobody reads.
    let isAsync: Bool
    /// Whether the function has a third parameter, through which it decides.
    let declaresNext: Bool
    /// The first whose condition holds is followed; if none does, the guard calls `next()`.
    let rules: [Rule]
}

/// One action of a guard.
indirect enum GuardStatement: Sendable {
    case next(NextArgument)
    /// `next` with its templates filled from the guard's routes.
    case nextFilled(JSONValue)
    case raise(ThrownValue)
    case give(Value)
    /// What is left runs so many ticks later.
    case pause(Int)
    case promise(PromiseScript, chain: [ChainLink])
    case awaitPromise(PromiseScript)
    case attempt([GuardStatement], recover: [GuardStatement]?, finally: [GuardStatement])
    case navigate(LocationInput, replacing: Bool)
    case set(JSONObject)
    case log(String)
    case logCurrent
    case logMatched
    case branch(GuardCondition, then: [GuardStatement], otherwise: [GuardStatement])
    case nothing

    /// What a guard returns.
    enum Value: Sendable {
        case plain(JSONValue)
        case error(message: String)
        case resolved(JSONValue)
        case rejected(ThrownValue)
    }
}

/// A promise that settles after so many ticks.
struct PromiseScript: Sendable {
    let ticks: Int
    let result: PromiseResult
}

enum PromiseResult: Sendable {
    case fulfilled(JSONValue)
    case rejected(ThrownValue)
}

/// One link of a promise chain.
struct ChainLink: Sendable {
    enum Kind: String, CaseIterable, Sendable { case then, `catch`, finally }

    let kind: Kind
    let statements: [GuardStatement]
}

extension GuardStatement {
    /// Whether any of the statements, or of those inside them, calls `next`.
    static func callNext(_ statements: [GuardStatement]) -> Bool {
        var rest = statements
        while let statement = rest.popLast() {
            switch statement {
            case .next, .nextFilled: return true
            case .promise(_, let chain): rest += chain.flatMap(\.statements)
            case .attempt(let body, let recover, let finally): rest += body + (recover ?? []) + finally
            case .branch(_, let then, let otherwise): rest += then + otherwise
            default: break
            }
        }
        return false
    }
}
