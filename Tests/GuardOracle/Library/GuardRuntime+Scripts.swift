import BridgePrimitives
import RouterGuard

/// The guard call that a script belongs to, for its templates, conditions and `next`.
struct ScriptContext {
    let call: GuardCall
    let callNumber: Int

    var routes: [(prefix: String, route: Route)] { [("to", call.to), ("from", call.from)] }
}

/// A function of the script under way: a guard's body or a promise handler.
struct Activation {
    /// The receiver of what the function returns or throws.
    enum Owner {
        /// The router's call of the guard: what is thrown ends the navigation.
        case guardCall
        case asyncGuard(Int)
        case handler(Int)
        case finallyHandler(Int, PromiseResult)
        /// The function has returned already, this is a continuation: what is thrown is nobody's.
        case timer
    }

    enum Completion {
        case normal
        case give(GuardStatement.Value)
        case raise(ThrownValue)
    }

    struct Frame {
        enum Role {
            case plain
            case attempt(recover: [GuardStatement]?, finally: [GuardStatement])
            case recovery(finally: [GuardStatement])
            case finalizer(then: Completion)
        }

        let statements: [GuardStatement]
        var index = 0
        var role = Role.plain
    }

    let context: ScriptContext
    var owner: Owner
    var frames: [Frame]
}

extension GuardRuntime {
    /// Calls a guard, as far as it gets in this turn.
    mutating func call(_ call: GuardCall) {
        guard !isMuted else { return enqueue(router.guardCalledNext(call.token, .none)) }
        write("\(call.kind.rawValue):\(call.reference.id) \(call.from.logName) -> \(call.to.logName)")
        let list = call.kind == .beforeEach ? beforeEach : call.kind == .beforeResolve ? beforeResolve : scripts
        guard list.indices.contains(call.reference.number) else { return }
        let script = list[call.reference.number]
        let counter =
            "\(call.kind == .beforeEach || call.kind == .beforeResolve ? call.kind.rawValue : "")"
            + String(call.reference.number)
        callCounts[counter, default: 0] += 1
        let context = ScriptContext(call: call, callNumber: callCounts[counter, default: 1])
        if router.generation.isModern, script.declaresNext { nextGuards.insert(call.token) }
        let position = script.rules.firstIndex { $0.condition?.holds(in: condition(context)) ?? true }
        let rule = position.map { script.rules[$0] }
        noteCall(call, script.rules.prefix((position ?? script.rules.count) + 1).compactMap(\.condition))
        let owner: Activation.Owner = script.isAsync ? .asyncGuard(newPromise()) : .guardCall
        if router.generation.isModern, case .asyncGuard(let promise) = owner {
            listen(to: promise, .guardReturn(call))
        }
        let passes = script.declaresNext || !router.generation.isModern
        activate(rule?.statements ?? (passes ? [.next(.none)] : []), context: context, owner: owner)
    }

    mutating func activate(_ statements: [GuardStatement], context: ScriptContext, owner: Activation.Owner) {
        activationCount += 1
        activations[activationCount] = Activation(
            context: context, owner: owner, frames: [.init(statements: statements)])
        work.append(.resume(activationCount))
    }

    private func condition(_ context: ScriptContext) -> GuardCondition.Context {
        .init(
            to: context.call.to, from: context.call.from, callNumber: context.callNumber, variables: variables)
    }

    /// Goes on with a function until it waits, calls the router or ends.
    mutating func resume(_ id: Int) {
        if let thrown = thrownIntoCaller {
            thrownIntoCaller = nil
            unwind(id, .raise(thrown))
        }
        while let frame = activations[id]?.frames.last {
            guard frame.index < frame.statements.count else {
                leaveFrame(id)
                continue
            }
            let depth = (activations[id]?.frames.count ?? 1) - 1
            activations[id]?.frames[depth].index += 1
            guard execute(frame.statements[frame.index], in: id) else { return }
        }
    }

    /// - Returns: whether the function goes on at once.
    private mutating func execute(_ statement: GuardStatement, in id: Int) -> Bool {
        guard let context = activations[id]?.context else { return false }
        switch statement {
        case .nothing: break
        case .next(let argument):
            callNext(argument, in: id, context)
            return false
        case .nextFilled(let value):
            callNext(.value(RouteTemplate.filled(value, from: context.routes)), in: id, context)
            return false
        case .raise(let thrown): unwind(id, .raise(thrown))
        case .give(let value): unwind(id, .give(value))
        case .pause(let ticks):
            pause(id, PromiseScript(ticks: ticks, result: .fulfilled(.null)))
            return false
        case .awaitPromise(let script):
            pause(id, script)
            return false
        case .promise(let script, let chain):
            var promise = start(script)
            for link in chain {
                let derived = newPromise()
                listen(to: promise, .link(link, derived: derived, context: context))
                promise = derived
            }
        case .attempt(let body, let recover, let finally):
            activations[id]?.frames.append(
                .init(statements: body, role: .attempt(recover: recover, finally: finally)))
        case .branch(let condition, let then, let otherwise):
            let holds = condition.holds(in: self.condition(context))
            activations[id]?.frames.append(.init(statements: holds ? then : otherwise))
        case .navigate(let input, let replacing):
            work.append(.resume(id))
            let promise = newPromise()
            listen(to: promise, .logNavigation(replacing ? "replace" : "push"))
            let begun = replacing ? router.replace(input) : router.push(input)
            navigationPromises[begun.id] = promise
            enqueue(begun.actions)
            return false
        case .set(let values):
            for (name, value) in values { variables[name] = value }
        case .log(let text): write(RouteTemplate.filled(text, from: context.routes))
        case .logCurrent: write("current:\(router.current.logName)")
        case .logMatched: write("matched:\(context.call.to.matched.map(\.path).joined(separator: ","))")
        }
        return true
    }

    private mutating func callNext(_ argument: NextArgument, in id: Int, _ context: ScriptContext) {
        work.append(.resume(id))
        noteNext(argument, context.call)
        enqueue(router.guardCalledNext(context.call.token, argument))
    }

    /// An async function waits for a promise; another has returned, and what is left of it is a timer's.
    private mutating func pause(_ id: Int, _ script: PromiseScript) {
        switch activations[id]?.owner {
        case .asyncGuard?:
            listen(to: start(script), .resume(id))
            return
        case .handler(let promise)?: settle(promise, .fulfilled(.null))
        case .finallyHandler(let promise, let result)?: settle(promise, result)
        case .guardCall?:
            if let call = activations[id]?.context.call { returned(.none, to: call) }
        case .timer?, nil: break
        }
        activations[id]?.owner = .timer
        if case .rejected = script.result {
            listen(to: start(script), .resume(id))
        } else {
            after(script.ticks, .resume(id))
        }
    }

    private mutating func leaveFrame(_ id: Int) {
        guard let frame = activations[id]?.frames.popLast() else { return }
        switch frame.role {
        case .plain: break
        case .attempt(_, let finally), .recovery(let finally):
            activations[id]?.frames.append(.init(statements: finally, role: .finalizer(then: .normal)))
        case .finalizer(then: .normal): break
        case .finalizer(let completion): return unwind(id, completion)
        }
        if activations[id]?.frames.isEmpty ?? false { end(id, .normal) }
    }

    /// Leaves frames until one takes what was thrown, or a `finally` has to run first.
    private mutating func unwind(_ id: Int, _ completion: Activation.Completion) {
        while let frame = activations[id]?.frames.popLast() {
            switch (frame.role, completion) {
            case (.attempt(let recover?, let finally), .raise):
                activations[id]?.frames.append(.init(statements: recover, role: .recovery(finally: finally)))
                return
            case (.attempt(_, let finally), _), (.recovery(let finally), _):
                guard !finally.isEmpty else { continue }
                activations[id]?.frames.append(
                    .init(statements: finally, role: .finalizer(then: completion)))
                return
            case (.plain, _), (.finalizer, _): continue
            }
        }
        end(id, completion)
    }

    private mutating func end(_ id: Int, _ completion: Activation.Completion) {
        guard let activation = activations.removeValue(forKey: id) else { return }
        if case .raise(let thrown) = completion {
            switch activation.owner {
            case .guardCall:
                let text = "\(activation.context.call.reference.id) throws \(thrown.logText)"
                note(.threw, text, reasons(for: thrown))
                decided.insert(activation.context.call.token)
                enqueue(router.guardThrew(activation.context.call.token, thrown))
            case .asyncGuard(let promise), .handler(let promise), .finallyHandler(let promise, _):
                settle(promise, .rejected(thrown))
            case .timer: settle(newPromise(), .rejected(thrown))
            }
            return
        }
        let returned = returnedPromise(completion)
        switch activation.owner {
        case .guardCall where router.generation.isModern:
            let call = activation.context.call
            if let returned {
                listen(to: returned, .guardReturn(call))
            } else if case .give(.plain(let value)) = completion {
                self.returned(.value(value), to: call)
            } else if case .give(.error(let message)) = completion {
                self.returned(.error(message: message), to: call)
            } else {
                self.returned(.none, to: call)
            }
        case .guardCall, .timer: break
        case .asyncGuard(let promise), .handler(let promise):
            if let returned {
                resolve(promise, with: returned)
            } else if case .give(.plain(let value)) = completion {
                settle(promise, .fulfilled(value))
            } else {
                settle(promise, .fulfilled(.null))
            }
        case .finallyHandler(let promise, let result):
            // A finally passes the earlier result on, unless what it returned is rejected.
            if let returned, case .rejected? = promises[returned].result {
                resolve(promise, with: returned)
            } else {
                let earlier = newPromise()
                promises[earlier].isHandled = true
                settle(earlier, result)
                resolve(promise, with: earlier)
            }
        }
    }

    /// A guard's function is over; generations 4 and 5 look at what it gave.
    mutating func returned(_ value: NextArgument, to call: GuardCall, isPromise: Bool = false) {
        let token = call.token
        noteReturn(value, call, isPromise: isPromise)
        let declaresNext = nextGuards.contains(token)
        enqueue(
            router.guardReturned(token, GuardReturn(value, isPromise: isPromise, declaresNext: declaresNext)))
    }

    private mutating func returnedPromise(_ completion: Activation.Completion) -> Int? {
        guard case .give(let value) = completion else { return nil }
        switch value {
        case .plain, .error: return nil
        case .resolved(let value):
            let promise = newPromise()
            settle(promise, .fulfilled(value))
            return promise
        case .rejected(let reason):
            let promise = newPromise()
            settle(promise, .rejected(reason))
            return promise
        }
    }
}
