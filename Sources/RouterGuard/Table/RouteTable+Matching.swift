import BridgePrimitives

extension RouteTable {
    /// The most redirect records and aliases that one match follows; beyond it is the script engine's RangeError.
    static let hopLimit = 64
    /// The steps that matching one path against all patterns may take.
    static let stepBudget = 2_000_000

    /// The route that `input` leads to, seen from `current`. No guard runs.
    ///
    /// - Parameter warnings: what the development flavour would warn about, appended.
    /// - Throws: what Vue Router throws: an unusable input, a redirect to an unknown name, a throwing redirect
    ///   function, a cycle of redirect records.
    /// - Complexity: O(n) in records, each bounded by a limit on steps.
    public func resolve(
        _ input: LocationInput, from current: Route?, append: Bool = false, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> Route {
        if generation.isModern { return try resolveScored(input, from: current ?? .start, warnings: &warnings) }
        let location = try normalize(input, current: current, append: append, warnings: &warnings)
        return try match(location, current: current, hops: 0, warnings: &warnings)
    }

    private func match(
        _ start: ResolvedLocation, current: Route?, hops: Int, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> Route {
        var location = start
        var current = current
        var origin: ResolvedLocation?
        for hop in hops..<Self.hopLimit {
            guard let record = find(&location, current: current, warnings: &warnings) else {
                return Route(location: location, chain: [], redirectedFrom: nil)
            }
            if record.redirect != nil {
                // Each hop of a chain starts from the first location: its query, hash and params are carried on.
                let first = origin ?? location
                guard let target = try self.target(of: record, from: first, warnings: &warnings) else {
                    return Route(location: first, chain: [], redirectedFrom: nil)
                }
                (location, origin, current) = (target, first, nil)
                continue
            }
            if let original = record.matchAs {
                let path = fill(original, with: location.params ?? RouteValues(), warnings: &warnings)
                let aliased = try match(
                    ResolvedLocation(path: path), current: nil, hops: hop + 1, warnings: &warnings)
                guard !aliased.matched.isEmpty else {
                    return Route(location: location, chain: [], redirectedFrom: nil)
                }
                location.params = aliased.params
                return Route(location: location, chain: aliased.matched, redirectedFrom: nil)
            }
            return Route(location: location, chain: chain(of: record), redirectedFrom: origin)
        }
        throw .rangeError("Maximum call stack size exceeded")
    }

    /// The record of the location's name, or the first whose pattern matches its path. Completes the location.
    private func find(
        _ location: inout ResolvedLocation, current: Route?, warnings: inout [RouterWarning]
    ) -> RouteRecord? {
        if let name = location.name {
            guard let record = record(named: name) else {
                warnings.append(.unknownName(name))
                return nil
            }
            var params = location.params ?? RouteValues()
            guard case .ordered(let pattern) = record.pattern else { return nil }
            let inheritable = pattern.parameters.compactMap(\.inheritedName)
            for (key, value) in current?.params.members ?? [] where !params.has(key) && inheritable.contains(key) {
                params.set(key, to: value)
            }
            // Filling knows no options, so a record's own delimiter does not count here.
            location.path =
                pattern.delimiter == "/"
                ? fill(pattern, with: params, warnings: &warnings)
                : fill(record.path, with: params, warnings: &warnings)
            // Filling lends pathMatch to key 0 and takes that key away again, whoever set it.
            params.remove("0")
            location.params = params
            return record
        }
        guard !location.path.isEmpty else { return nil }
        location.params = RouteValues()
        var budget = Self.stepBudget
        for id in pathOrder {
            guard case .ordered(let pattern) = records[id].pattern else { continue }
            switch pattern.match(location.path, budget: &budget) {
            case .notMatched: continue
            case .tooExpensive: warnings.append(.matchTooExpensive(path: records[id].path))
            case .matched(let captures):
                var params = RouteValues()
                for (key, text) in captures {
                    params.set(key, to: text.map { .string(decoded($0, warnings: &warnings)) })
                }
                location.params = params
                return records[id]
            }
        }
        return nil
    }

    /// Where a redirect record leads, or nil when its redirect is unusable.
    private func target(
        of record: RouteRecord, from location: ResolvedLocation, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> ResolvedLocation? {
        var redirect = record.redirect
        if case .throwing(let message)? = redirect { throw .error(message: message) }
        if case .returning(let value)? = redirect {
            let route = Route(location: location, chain: chain(of: record), redirectedFrom: nil)
            switch LocationInput(json: RouteTemplate.filled(value, from: [("", route)])) {
            case .path(let path): redirect = .path(path)
            case .location(let location): redirect = .location(location)
            case .unusable: redirect = nil
            }
        }
        var target = RouteLocation()
        switch redirect {
        case .path(let path)?: target.path = path
        case .location(let location)?: target = location
        default: break
        }
        var result = ResolvedLocation()
        result.query = target.given.contains("query") ? target.query : location.query
        result.hash = target.given.contains("hash") ? target.hash ?? "" : location.hash
        let params = target.given.contains("params") ? target.params : location.params
        if let name = target.name, !name.isEmpty {
            guard self.record(named: name) != nil else {
                throw .error(message: "[vue-router] redirect failed: named route \"\(name)\" not found.")
            }
            result.name = name
            result.params = params
            return result
        }
        guard let path = target.path, !path.isEmpty else {
            warnings.append(.unusableRedirect(path: record.path))
            return nil
        }
        let base = record.parentID.map { records[$0].path } ?? "/"
        let absolute = RoutePath.resolve(path, against: base, append: true)
        result.path = fill(absolute, with: params ?? RouteValues(), warnings: &warnings)
        return result
    }

    private func normalize(
        _ input: LocationInput, current: Route?, append: Bool, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> ResolvedLocation {
        let raw: RouteLocation
        switch input {
        case .path(let path): raw = RouteLocation(path: path)
        case .location(let location): raw = location
        case .unusable: throw .typeError("Cannot read a location's name of null or undefined")
        }
        if let name = raw.name, !name.isEmpty {
            return ResolvedLocation(
                name: name, path: raw.path ?? "", params: raw.params, query: raw.query, hash: raw.hash ?? "")
        }
        if raw.path?.isEmpty ?? true, let given = raw.params, let current {
            return alone(given, raw: raw, current: current, warnings: &warnings)
        }
        let parts = RoutePath.parts(of: raw.path ?? "")
        let base = current?.path ?? "/"
        var result = ResolvedLocation()
        result.path =
            parts.path.isEmpty ? base : RoutePath.resolve(parts.path, against: base, append: append || raw.append)
        var query = RouteQuery.parse(parts.query, warnings: &warnings)
        for (name, value) in raw.query?.members ?? [] { query.set(name, to: RouteQuery.cast(value)) }
        result.query = query
        result.hash = raw.hash.flatMap { $0.isEmpty ? nil : $0 } ?? parts.hash
        if !result.hash.isEmpty, result.hash.utf8.first != UInt8(ascii: "#") { result.hash = "#" + result.hash }
        return result
    }

    /// Params without name and path: the current route again, with other params.
    private func alone(
        _ given: RouteValues, raw: RouteLocation, current: Route, warnings: inout [RouterWarning]
    ) -> ResolvedLocation {
        var params = current.params
        for (name, value) in given.members { params.set(name, to: value) }
        var result = ResolvedLocation(query: raw.query, hash: raw.hash ?? "")
        if let name = current.name, !name.isEmpty {
            (result.name, result.params) = (name, params)
        } else if let leaf = current.matched.last {
            result.params = given
            result.path = fill(leaf.path, with: params, warnings: &warnings)
        } else {
            result.params = given
            warnings.append(.paramsWithoutCurrentRoute)
        }
        return result
    }

    private func fill(_ path: String, with params: RouteValues, warnings: inout [RouterWarning]) -> String {
        do throws(PatternProblem) {
            return fill(
                try PathPattern(path, options: PathPatternOptions()), with: params, warnings: &warnings)
        } catch {
            warnings.append(.missingParam(error.cause))
            return ""
        }
    }

    /// An unfillable path is empty: the navigation goes on, to nowhere.
    private func fill(
        _ pattern: PathPattern, with params: RouteValues, warnings: inout [RouterWarning]
    ) -> String {
        do throws(PathPattern.FillProblem) {
            return try pattern.fill(params)
        } catch {
            // A string pathMatch means that a catch-all is being filled, which is left unmentioned.
            if case .string? = params["pathMatch"] { return "" }
            warnings.append(.missingParam(error.cause))
            return ""
        }
    }

    func decoded(_ text: String, warnings: inout [RouterWarning]) -> String {
        if let decoded = PercentCoding.decode(text) { return decoded }
        warnings.append(.malformedPercent(text))
        return text
    }
}
