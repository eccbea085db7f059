public import BridgePrimitives

/// The records of an app's routes, in the order in which they are tried.
///
/// Children come before their parent, `*` comes last, and the first record that matches wins.
/// A later record with the path of an earlier one can be reached by name only.
public struct RouteTable: Sendable {
    /// Aliases multiply records; this is the most that a table may hold.
    static let recordLimit = 8192

    /// Whose rules of order, patterns and locations hold.
    public let generation: RouterGeneration
    /// All records by id.
    public private(set) var records: [RouteRecord] = []
    /// What each declared guard does, by ``GuardReference/number``: the JSON it was declared with.
    public private(set) var guardScripts: [JSONValue] = []
    private(set) var pathOrder: [Int] = []
    /// Names and paths are compared byte by byte, as scripts compare text.
    private var idByPath: [[UInt8]: Int] = [:]
    private var idByName: [[UInt8]: Int] = [:]

    /// Reads a list of routes.
    ///
    /// - Parameter json: objects with `path` and perhaps `name`, `alias`, `meta`, `caseSensitive`,
    ///   `pathToRegexpOptions`, `redirect`, `beforeEnter`, `component`, `children`; other members are ignored.
    /// - Throws: a problem with its place, such as a pattern that does not compile.
    public init(json: JSONValue, generation: RouterGeneration = .three) throws(RouteTableProblem) {
        self.generation = generation
        var reader = RouteSpecReader(generation: generation)
        let specs = try reader.routes(json, at: "$", depth: 0)
        guardScripts = reader.guardScripts
        for (index, spec) in specs.enumerated() {
            try add(spec, parent: nil, matchAs: nil, at: "$[\(index)]")
        }
        moveCatchAllsToTheEnd()
    }

    public init(_ specs: [RouteSpec], generation: RouterGeneration = .three) throws(RouteTableProblem) {
        self.generation = generation
        for (index, spec) in specs.enumerated() {
            try add(spec, parent: nil, matchAs: nil, at: "$[\(index)]")
        }
        moveCatchAllsToTheEnd()
    }

    /// Adds one route, below the record named `parent` or, if there is none of that name, at the top.
    public mutating func add(json: JSONValue, parent: String?) throws(RouteTableProblem) {
        var reader = RouteSpecReader(generation: generation, guardScripts: guardScripts)
        let spec = try reader.route(json, at: "$", depth: 0)
        guardScripts = reader.guardScripts
        let parentRecord = parent.flatMap { record(named: $0) }
        try add(spec, parent: parentRecord, matchAs: nil, at: "$")
        for alias in generation.isModern ? [] : parentRecord?.aliases ?? [] {
            try add(RouteSpec(path: alias, children: [spec]), parent: parentRecord, matchAs: nil, at: "$")
        }
        moveCatchAllsToTheEnd()
    }

    /// - Complexity: O(n) in the name's length.
    public func record(named name: String) -> RouteRecord? { idByName[Array(name.utf8)].map { records[$0] } }

    /// The record's chain, outermost first.
    func chain(of record: RouteRecord) -> [RouteRecord] {
        var chain = [record]
        var parent = record.parentID
        while let id = parent {
            chain.append(records[id])
            parent = records[id].parentID
        }
        return chain.reversed()
    }

    /// Recursion here goes over children, which ``RouteSpec/depthLimit`` bounds.
    private mutating func add(
        _ spec: RouteSpec, parent: RouteRecord?, matchAs: String?, at jsonPath: String, depth: Int = 0
    ) throws(RouteTableProblem) {
        guard depth <= RouteSpec.depthLimit, records.count < Self.recordLimit else {
            throw RouteTableProblem(jsonPath: jsonPath, cause: "too many records")
        }
        guard !generation.isModern else {
            try addScored(spec, parent: parent, at: jsonPath, depth: depth)
            return
        }
        var options = spec.pathOptions
        if let sensitive = spec.caseSensitive { options.sensitive = sensitive }
        let path = Self.recordPath(spec.path, parent: parent, strict: options.strict)
        let pattern: PathPattern
        do throws(PatternProblem) {
            pattern = try PathPattern(path, options: options)
        } catch {
            throw RouteTableProblem(jsonPath: jsonPath + ".path", cause: "'\(spec.path)' holds \(error.cause)")
        }
        let record = RouteRecord(
            id: records.count, path: path, name: spec.name, meta: spec.meta, parentID: parent?.id,
            redirect: spec.redirect, matchAs: matchAs, aliases: spec.aliases, beforeEnter: spec.beforeEnter,
            component: spec.component, pattern: .ordered(pattern), aliasOf: nil)
        records.append(record)
        for (index, child) in spec.children.enumerated() {
            let childMatchAs = matchAs.map { RoutePath.cleaned($0 + "/" + child.path) }
            try add(
                child, parent: record, matchAs: childMatchAs, at: "\(jsonPath).children[\(index)]", depth: depth + 1)
        }
        let pathKey = Array(path.utf8)
        if idByPath[pathKey] == nil {
            idByPath[pathKey] = record.id
            pathOrder.append(record.id)
        }
        for alias in spec.aliases where !alias.utf8.elementsEqual(spec.path.utf8) {
            let original = path.isEmpty ? "/" : path
            try add(
                RouteSpec(path: alias, children: spec.children), parent: parent, matchAs: original,
                at: jsonPath + ".alias", depth: depth + 1)
        }
        if let name = spec.name, idByName[Array(name.utf8)] == nil { idByName[Array(name.utf8)] = record.id }
    }

    private static func recordPath(_ path: String, parent: RouteRecord?, strict: Bool) -> String {
        let path = strict ? path : RoutePath.withoutTrailingSlash(path)
        guard path.utf8.first != UInt8(ascii: "/"), let parent else { return path }
        return RoutePath.cleaned(parent.path + "/" + path)
    }

    /// Records of Vue Router 4: a record, its children, then each alias as a record of its own with children of its
    /// own. Recursion is bounded as above.
    @discardableResult
    private mutating func addScored(
        _ spec: RouteSpec, parent: RouteRecord?, at jsonPath: String, depth: Int, original: [Int] = []
    ) throws(RouteTableProblem) -> [Int] {
        guard depth <= RouteSpec.depthLimit, records.count < Self.recordLimit else {
            throw RouteTableProblem(jsonPath: jsonPath, cause: "too many records")
        }
        if parent == nil, original.isEmpty, let name = spec.name { forget(named: name) }
        var options = spec.pathOptions
        if let sensitive = spec.caseSensitive { options.sensitive = sensitive }
        // The ids of the first spelling's subtree, in the order of reading: an alias's subtree stands for them.
        var subtree: [Int] = original
        var first: [Int] = []
        for (spelling, path) in ([spec.path] + spec.aliases).enumerated() {
            let place = jsonPath + (spelling == 0 ? ".path" : ".alias")
            let pattern: ScoredPattern
            let written = Self.scoredPath(path, parent: parent)
            do throws(PatternProblem) { pattern = try ScoredPattern(written, options: options) } catch {
                throw RouteTableProblem(jsonPath: place, cause: "'\(path)' holds \(error.cause)")
            }
            let record = RouteRecord(
                id: records.count, path: written, name: spec.name, meta: spec.meta, parentID: parent?.id,
                redirect: spec.redirect, matchAs: nil, aliases: spec.aliases, beforeEnter: spec.beforeEnter,
                component: spec.component, pattern: .scored(pattern), aliasOf: subtree.first)
            records.append(record)
            insert(record, pattern)
            if record.aliasOf == nil, let name = spec.name { idByName[Array(name.utf8)] = record.id }
            var ids = [record.id]
            var rest = subtree.dropFirst()
            for (index, child) in spec.children.enumerated() {
                let added = try addScored(
                    child, parent: record, at: "\(jsonPath).children[\(index)]", depth: depth + 1,
                    original: Array(rest))
                ids += added
                rest = rest.dropFirst(added.count)
            }
            if first.isEmpty { first = ids }
            if subtree.isEmpty { subtree = ids }
        }
        return Array(subtree.prefix(first.count))
    }

    private static func scoredPath(_ path: String, parent: RouteRecord?) -> String {
        guard path.utf8.first != UInt8(ascii: "/"), let parent else { return path }
        let needsSlash = !path.isEmpty && parent.path.utf8.last != UInt8(ascii: "/")
        return parent.path + (needsSlash ? "/" : "") + path
    }

    /// Takes its place by score: after those that score the same, but before a parent that does.
    private mutating func insert(_ record: RouteRecord, _ pattern: ScoredPattern) {
        func order(_ other: Int) -> Int {
            guard case .scored(let scored) = records[other].pattern else { return 0 }
            return ScoredPattern.compare(pattern, scored)
        }
        var index = pathOrder.partitioningIndex { order($0) < 0 }
        if let ancestor = chain(of: record).dropLast().last(where: { order($0.id) == 0 }),
            let place = pathOrder.firstIndex(of: ancestor.id)
        {
            index = min(index, place)
        }
        pathOrder.insert(record.id, at: index)
    }

    /// A top-level record that takes a name removes the earlier record of that name with all below it.
    private mutating func forget(named name: String) {
        guard let id = idByName.removeValue(forKey: Array(name.utf8)) else { return }
        let gone = Set(pathOrder.filter { chain(of: records[$0]).contains { $0.originalID == id } })
        pathOrder.removeAll { gone.contains($0) }
        idByName = idByName.filter { !gone.contains($0.value) }
    }

    private mutating func moveCatchAllsToTheEnd() {
        let catchAlls = pathOrder.filter { records[$0].path.utf8.elementsEqual("*".utf8) }
        pathOrder = pathOrder.filter { !catchAlls.contains($0) } + catchAlls
    }
}
