public import BridgePrimitives
import BridgeTrace

extension RunReport {
    /// Reads a report that was written as JSON.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - file: its name, for messages.
    /// - Throws: `report/not-json` with line and column, `report/no-report` with the place in it, `report/newer-version`.
    /// - Complexity: O(n) in bytes.
    public init(json bytes: [UInt8], file: String) throws(BridgeFailure) {
        let value: JSONValue
        do { value = try JSONValue(parsing: bytes) } catch {
            let before = bytes.prefix(error.offset)
            let line = before.count { $0 == UInt8(ascii: "\n") } + 1
            let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
            throw ReportReason.notJSON.failure("\(file):\(line):\(column): \(error.problem.rawValue)")
        }
        guard let object = value.objectValue else {
            throw ReportReason.noReport.failure(
                "\(file) holds no object",
                fix: value.arrayValue == nil
                    ? nil : "an array is what version 0.1 wrote: run it again with this version")
        }
        guard let version = object["version"]?.integerValue, object["scenarios"] != nil else {
            throw ReportReason.noReport.failure("\(file) has no \"version\" and \"scenarios\"")
        }
        guard version <= Self.version else {
            throw ReportReason.newerVersion.failure(
                "\(file) is of version \(version), and this tool reads up to \(Self.version)")
        }
        var place = "run"
        do throws(TraceDefect) {
            let reader = TraceReader(object)
            self.init(facts: try RunFacts(reader))
            for (number, each) in (object["scenarios"]?.arrayValue ?? []).enumerated() {
                place = "scenarios[\(number)]"
                scenarios.append(try ReportedScenario(try reader.object(each, place)))
            }
            for (number, each) in (object["errors"]?.arrayValue ?? []).enumerated() {
                place = "errors[\(number)]"
                errors.append(try InputError(try reader.object(each, place)))
            }
        } catch {
            throw ReportReason.noReport.failure("\(file): \(place) \(error.text)")
        }
    }
}

extension TraceReader {
    fileprivate func object(_ value: JSONValue, _ name: String) throws(TraceDefect) -> TraceReader {
        guard let object = value.objectValue else { throw .member(name) }
        return TraceReader(object)
    }

    /// Those of a list that can be read.
    fileprivate func places(_ name: String) -> [SourceLocation] { texts(name).compactMap { SourceLocation($0) } }

    /// `file:line:column`; a file's name may have colons.
    fileprivate func place(_ name: String) throws(TraceDefect) -> SourceLocation {
        let text = try text(name)
        guard let place = SourceLocation(text) else { throw .unknown(name, text) }
        return place
    }
}

extension SourceLocation {
    /// Reads what ``description`` writes; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count >= 3, let column = Int(parts[parts.count - 1]), let line = Int(parts[parts.count - 2]) else {
            return nil
        }
        self.init(file: parts.dropLast(2).joined(separator: ":"), line: line, column: column)
    }
}

extension RunFacts {
    fileprivate init(_ report: TraceReader) throws(TraceDefect) {
        self.init(version: report.textIfAny("session_bridge") ?? "")
        guard let run = try report.objectIfAny("run") else { return }
        started = run.textIfAny("started").flatMap { Instant(rfc3339: $0) }
        elapsed = run.durationIfAny("milliseconds") ?? .zero
        seed = run.textIfAny("seed").flatMap { UInt64($0) }
        (profile, engine) = (run.textIfAny("profile"), run.textIfAny("engine"))
        strictness = run.textIfAny("strictness")
        shard = try run.objectIfAny("shard").map { (each) throws(TraceDefect) in try Shard(each) }
        scenariosOfAllShards = run.intIfAny("scenarios_of_all_shards")
        mergedShards = try run.objects("shards") { (each) throws(TraceDefect) in try Shard(each) }
        failsOnFlaky = run.value["fail_on_flaky"]?.boolValue ?? false
        failsWithoutEffect = run.value["strict_effects"]?.boolValue ?? false
    }
}

extension Shard {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        let (index, count) = (try reader.integer("index"), try reader.integer("count"))
        guard let shard = Shard(Int(clamping: index), of: Int(clamping: count)) else {
            throw .unknown("shard", "\(index)/\(count)")
        }
        self = shard
    }
}

extension ReportedScenario {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        let source = try reader.place("source")
        let key = ScenarioKey(
            file: reader.textIfAny("file") ?? source.file, name: try reader.text("name"),
            ordinal: max(1, reader.intIfAny("ordinal") ?? 1))
        self.init(key: key, source: source, ending: try ReportedEnding(reader))
        (tags, profile, engine) = (reader.texts("tags"), reader.textIfAny("profile"), reader.textIfAny("engine"))
        (repetition, shard) = (reader.intIfAny("repetition"), reader.intIfAny("shard"))
        earlier = try reader.objects("attempts") { (each) throws(TraceDefect) in try ReportedEnding(each) }
        events = reader.value["events"]?.arrayValue ?? []
    }
}

extension ReportedEnding {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        self.init(try reader.choice("outcome"), elapsed: reader.durationIfAny("milliseconds") ?? .zero)
        if let cause = try reader.objectIfAny("root_cause") {
            self.cause = try RootCause(cause)
            faultyStep = try cause.objectIfAny("step").map { (step) throws(TraceDefect) in
                let place = SourceLocation(
                    file: try step.text("file"), line: Int(clamping: try step.integer("line")),
                    column: step.intIfAny("column") ?? 1)
                var faulty = Step(name: try step.text("name"), place: place, hasFailed: true)
                faulty.usedAt = step.places("used_at")
                return faulty
            }
        }
        proof = try reader.objectIfAny("proof").map { (proof) throws(TraceDefect) in try Proof(proof) }
        mismatches = try reader.objects("mismatches") { (each) throws(TraceDefect) in
            Mismatch(
                expected: try each.text("expected"), happened: try each.text("happened"), reasons: each.codes(),
                place: each.textIfAny("source").flatMap { SourceLocation($0) })
        }
        failure = try reader.objectIfAny("error").map { (each) throws(TraceDefect) in
            Failure(
                code: ReasonCode(unchecked: try each.text("code")), message: each.textIfAny("message") ?? "",
                fix: each.textIfAny("fix") ?? "", exitCode: each.exitCode)
        }
        knownFailure = try reader.objectIfAny("known_failure").map { (known) throws(TraceDefect) in
            KnownFailure(
                reason: ReasonCode(unchecked: try known.text("reason")), note: known.textIfAny("note"))
        }
        hint = try reader.objectIfAny("hint").map { (each) throws(TraceDefect) in try Finding(each) }
        findings = try reader.objects("findings") { (each) throws(TraceDefect) in try Finding(each) }
        steps = try reader.objects("steps") { (each) throws(TraceDefect) in
            var step = Step(
                name: try each.text("name"), place: try each.place("source"),
                elapsed: each.durationIfAny("milliseconds"), hasFailed: each.value["faulty"]?.boolValue ?? false)
            step.usedAt = each.places("used_at")
            return step
        }
    }
}

extension InputError {
    fileprivate init(_ reader: TraceReader) throws(TraceDefect) {
        guard let error = try reader.objectIfAny("error") else { throw .member("error") }
        self.init(
            name: try reader.text("name"), source: reader.textIfAny("source").flatMap { SourceLocation($0) },
            code: ReasonCode(unchecked: try error.text("code")), message: error.textIfAny("message") ?? "",
            fix: error.textIfAny("fix") ?? "", exitCode: error.exitCode)
    }
}

extension TraceReader {
    /// Of what somebody wrote by hand, that of unreadable input.
    fileprivate var exitCode: Int32 {
        let code = intIfAny("exit_code") ?? 0
        return (1...125).contains(code) ? Int32(code) : BridgeFailure.Kind.unreadableInput.exitCode
    }
}
