import BridgePrimitives

/// Locations and redirect records by the rules of Vue Router 4.
extension RouteTable {
    /// Where a navigation goes: ``resolve(_:from:append:warnings:)``, in Vue Router 4 also through redirect records,
    /// which `resolve` itself does not follow there.
    ///
    /// - Parameter redirectedFrom: the first target, when a guard has redirected before.
    func destination(
        _ input: LocationInput, from current: Route, redirectedFrom: String? = nil, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> Route {
        var route = try resolve(input, from: current, warnings: &warnings)
        guard generation.isModern else { return route }
        var origin = redirectedFrom
        for _ in 0..<Self.hopLimit {
            guard let redirect = route.matched.last?.redirect else { return route.redirected(from: origin) }
            origin = origin ?? route.fullPath
            let target = try self.target(of: redirect, in: route, from: current, warnings: &warnings)
            route = try resolveScored(.location(target), from: current, warnings: &warnings)
        }
        throw .rangeError("Maximum call stack size exceeded")
    }

    private func target(
        of redirect: RouteRedirect, in route: Route, from current: Route, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> RouteLocation {
        var target: RouteLocation
        var value = redirect
        if case .throwing(let message) = redirect { throw .error(message: message) }
        if case .returning(let json) = redirect {
            switch LocationInput(json: RouteTemplate.filled(json, from: [("", route)])) {
            case .path(let path): value = .path(path)
            case .location(let location): value = .location(location)
            case .unusable: throw .typeError("Cannot read properties of undefined")
            }
        }
        switch value {
        case .path(let path): target = asObject(path, from: current, warnings: &warnings)
        case .location(let location): target = location
        case .returning, .throwing: throw .typeError("Cannot read properties of undefined")
        }
        guard target.path != nil || target.given.contains("name") || target.name != nil else {
            warnings.append(.unusableRedirect(path: route.matched.last?.path ?? route.path))
            throw .error(message: "Invalid redirect")
        }
        if target.query == nil { target.query = route.query }
        if target.hash == nil { target.hash = route.hash }
        if target.path == nil, target.params == nil { target.params = route.params }
        return target
    }

    /// A location written as text, as an object.
    ///
    /// - Parameter isWhole: it replaces query and hash even if it holds neither `?` nor `#`.
    func asObject(
        _ text: String, from current: Route, isWhole: Bool = false, warnings: inout [RouterWarning]
    ) -> RouteLocation {
        let parts = RoutePath.parts(of: text)
        var location = RouteLocation(path: parts.path)
        guard isWhole || text.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return location
        }
        location.path = RoutePath.resolvedLikeURL(parts.path, against: current.path)
        location.query = RouteQuery.parse(parts.query, warnings: &warnings, trimming: false)
        location.hash = parts.hash
        return location
    }

    func resolveScored(
        _ input: LocationInput, from current: Route, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> Route {
        switch input {
        case .unusable: throw .typeError("Cannot read a location's name of null or undefined")
        case .path(let text):
            let parts = RoutePath.parts(of: text)
            var location = ResolvedLocation()
            location.path = RoutePath.resolvedLikeURL(parts.path, against: current.path)
            location.query = RouteQuery.parse(parts.query, warnings: &warnings, trimming: false)
            let search = String(decoding: text.utf8.dropFirst(parts.path.utf8.count), as: UTF8.self)
            // A question mark with nothing behind it is dropped, everything else stays as it was written.
            location.writtenFullPath = location.path + (parts.query.isEmpty ? parts.hash : search)
            location.hash = decoded(parts.hash, warnings: &warnings)
            return match(&location, warnings: &warnings)
        case .location(let raw):
            return try resolveScored(raw, from: current, warnings: &warnings)
        }
    }

    private func resolveScored(
        _ raw: RouteLocation, from current: Route, warnings: inout [RouterWarning]
    ) throws(ThrownValue) -> Route {
        var location = ResolvedLocation()
        location.query = RouteQuery.normalized(raw.query ?? RouteValues())
        location.hash = raw.hash ?? ""
        if !location.hash.isEmpty, location.hash.utf8.first != UInt8(ascii: "#") {
            warnings.append(.hashWithoutMark(location.hash))
        }
        let ending =
            RouteQuery.printLoosely(location.query ?? RouteValues())
            + PercentCoding.encodeLoosely(location.hash, sparingAlso: "{}^")
        if let name = raw.name, !name.isEmpty {
            guard let record = record(named: name) else { throw .error(message: "No match for {\"name\":\"\(name)\"}") }
            let inherited = inheritable(record)
            let known = parameters(of: record).map(\.name)
            var params = RouteValues()
            for (key, value) in current.params.members where inherited.contains(key) { params.set(key, to: value) }
            for (key, value) in raw.params?.members ?? [] {
                if known.contains(key) {
                    if let value, value != .null { params.set(key, to: value) }
                } else {
                    warnings.append(.discardedParam(key))
                }
            }
            location.name = name
            return try fill(record, params, &location, ending)
        }
        if let path = raw.path {
            if !(raw.params?.isEmpty ?? true) { warnings.append(.paramsBesidePath) }
            location.path = RoutePath.resolvedLikeURL(RoutePath.parts(of: path).path, against: current.path)
            location.writtenFullPath = location.path + ending
            return match(&location, warnings: &warnings)
        }
        guard let record = current.name.flatMap({ self.record(named: $0) }) ?? current.matched.last else {
            throw .error(message: "No match for the current location")
        }
        var params = current.params
        for (key, value) in raw.params?.members ?? [] where value != nil && value != .null {
            params.set(key, to: value)
        }
        return try fill(record, params, &location, ending)
    }

    private func fill(
        _ record: RouteRecord, _ params: RouteValues, _ location: inout ResolvedLocation,
        _ ending: String
    ) throws(ThrownValue) -> Route {
        guard case .scored(let pattern) = record.pattern else { throw .typeError("no pattern") }
        var encoded: [String: [String]] = [:]
        var arrays: Set<String> = []
        var normalized = RouteValues()
        for (key, value) in params.members {
            guard let value else { continue }
            if case .array(let elements) = value {
                arrays.insert(key)
                encoded[key] = elements.map { Self.encodedParam($0) }
                normalized.set(key, to: .array(elements.map { .string(scriptText($0)) }))
            } else {
                encoded[key] = [Self.encodedParam(value)]
                normalized.set(key, to: .string(scriptText(value)))
            }
        }
        do throws(PathPattern.FillProblem) {
            location.path = try pattern.fill(encoded, arrays: arrays)
        } catch {
            throw .error(message: error.cause)
        }
        location.params = normalized
        location.writtenFullPath = location.path + ending
        return Route(location: location, chain: chain(of: record), redirectedFrom: nil, mergesMeta: true)
    }

    private static func encodedParam(_ value: JSONValue) -> String {
        PercentCoding.encodeLoosely(scriptText(value), encodingAlso: "#?/")
    }

    private func match(_ location: inout ResolvedLocation, warnings: inout [RouterWarning]) -> Route {
        var budget = Self.stepBudget
        for id in pathOrder {
            guard case .scored(let pattern) = records[id].pattern else { continue }
            switch pattern.match(location.path, budget: &budget) {
            case .notMatched: continue
            case .tooExpensive: warnings.append(.matchTooExpensive(path: records[id].path))
            case .matched(let captures):
                var params = RouteValues()
                for (parameter, text) in captures {
                    guard let text, !text.isEmpty else {
                        if generation != .five { params.set(parameter.name, to: .string("")) }
                        continue
                    }
                    let parts =
                        parameter.isRepeated
                        ? text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map {
                            String(decoding: Array($0), as: UTF8.self)
                        } : [text]
                    let values = parts.map { JSONValue.string(decoded($0, warnings: &warnings)) }
                    params.set(parameter.name, to: parameter.isRepeated ? .array(values) : values.first)
                }
                location.params = params
                return Route(location: location, chain: chain(of: records[id]), redirectedFrom: nil, mergesMeta: true)
            }
        }
        return Route(location: location, chain: [], redirectedFrom: nil, mergesMeta: true)
    }

    private func parameters(of record: RouteRecord) -> [ScoredPattern.Parameter] {
        if case .scored(let pattern) = record.pattern { pattern.parameters } else { [] }
    }

    /// What a named location takes over from the current route: required parameters, and optional ones that a
    /// parent declares.
    private func inheritable(_ record: RouteRecord) -> [String] {
        let parent = record.parentID.map { parameters(of: records[$0]) } ?? []
        return (parameters(of: record).filter { !$0.isOptional } + parent.filter(\.isOptional)).map(\.name)
    }
}
