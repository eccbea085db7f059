import BridgePrimitives
import RouterGuard

/// A promise of the script (ECMA-262 §27.2).
struct ScriptPromise {
    var result: PromiseResult?
    var reactions: [PromiseReaction] = []
    /// Whether a handler is attached, so that a rejection is not unhandled.
    var isHandled = false
}

/// What happens when a promise settles, one microtask later.
enum PromiseReaction {
    case link(ChainLink, derived: Int, context: ScriptContext)
    case resume(Int)
    case forward(to: Int)
    /// A guard's own push or replace, whose result is only logged.
    case logNavigation(String)
    /// The promise that a guard returned, in generations 4 and 5.
    case guardReturn(GuardCall)
}

extension GuardRuntime {
    mutating func newPromise() -> Int {
        promises.append(ScriptPromise())
        return promises.count - 1
    }

    mutating func settle(_ promise: Int, _ result: PromiseResult) {
        guard promises[promise].result == nil else { return }
        promises[promise].result = result
        if case .rejected = result { rejected.append(promise) }
        for reaction in promises[promise].reactions { later(.react(reaction, result)) }
        promises[promise].reactions = []
    }

    mutating func listen(to promise: Int, _ reaction: PromiseReaction) {
        promises[promise].isHandled = true
        if let result = promises[promise].result {
            later(.react(reaction, result))
        } else {
            promises[promise].reactions.append(reaction)
        }
    }

    /// Resolves with another promise: that one's result arrives two microtasks after it is there.
    mutating func resolve(_ outer: Int, with inner: Int) {
        promises[inner].isHandled = true
        later(.adopt(outer: outer, inner: inner))
    }

    mutating func react(_ reaction: PromiseReaction, _ result: PromiseResult) {
        switch reaction {
        case .forward(let outer): settle(outer, result)
        case .logNavigation(let name):
            switch result {
            case .fulfilled: write("\(name):ok")
            case .rejected(let reason): write("\(name):\(reason.logText)")
            }
        case .guardReturn(let call):
            switch result {
            case .fulfilled(let value): returned(value == .null ? .none : .value(value), to: call, isPromise: true)
            case .rejected(let reason):
                note(.threw, "\(call.reference.id)'s promise is rejected: \(reason.logText)", [.threw])
                decided.insert(call.token)
                enqueue(router.guardThrew(call.token, reason))
            }
        case .resume(let activation):
            if case .rejected(let reason) = result { thrownIntoCaller = reason }
            work.append(.resume(activation))
        case .link(let link, let derived, let context):
            switch (link.kind, result) {
            case (.then, .rejected), (.catch, .fulfilled): settle(derived, result)
            case (.then, .fulfilled), (.catch, .rejected):
                activate(link.statements, context: context, owner: .handler(derived))
            case (.finally, _):
                activate(link.statements, context: context, owner: .finallyHandler(derived, result))
            }
        }
    }

    /// A promise that settles after its ticks.
    mutating func start(_ script: PromiseScript) -> Int {
        let promise = newPromise()
        after(script.ticks, .settle(promise: promise, script.result))
        return promise
    }
}
