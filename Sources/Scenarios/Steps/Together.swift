/// What an app starts at once: tasks of which none waits for another, while each does its steps one after the other.
///
/// Nothing promises which comes first. `run` takes them as they are written down, or as the scenario's `order:` says;
/// `explore` takes them in every order.
public struct Together: Hashable, Sendable {
    public var tasks: [[LocatedStep]]

    public init(_ tasks: [[LocatedStep]]) { self.tasks = tasks }
}

extension StepDefinition {
    static let together = StepDefinition(
        "together", .app, FieldType<Together>.together, example: "[ delete-cookies, { open: { path: / } } ]",
        "The app starts these at once and goes on when all are done; each is a step, or a list of steps."
    ) { .together($0) }

    static let inject = StepDefinition(
        "inject", .app, FieldType<[Injection]>.intoStores, example: "cookie-store",
        "The app gives the session to its stores and to the views that it has, without opening a page."
    ) { .inject($0) }
}

extension Scenario {
    /// A step of a scenario with the name that events of it go by: `open`, and `open-2` for the second one.
    public struct NamedStep: Hashable, Sendable {
        public let name: String
        public let step: LocatedStep
        /// Where the program has it: its place, and for a step of a task the task's and its own as well.
        public let path: [Int]
    }

    /// All steps, those of tasks included, as they are written down.
    public var namedSteps: [NamedStep] {
        var counts: [String: Int] = [:]
        var named: [NamedStep] = []
        func add(_ step: LocatedStep, _ path: [Int]) {
            if case .together(let together) = step.step {
                for (number, task) in together.tasks.enumerated() {
                    for (place, step) in task.enumerated() { add(step, path + [number, place]) }
                }
                return
            }
            let count = counts[step.step.name, default: 0] + 1
            counts[step.step.name] = count
            named.append(NamedStep(name: step.step.name + (count == 1 ? "" : "-\(count)"), step: step, path: path))
        }
        for (place, step) in steps.enumerated() { add(step, [place]) }
        return named
    }
}
