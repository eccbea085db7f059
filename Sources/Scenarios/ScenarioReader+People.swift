import Yams

/// The settings of a step, read when the first of them is asked for: a step may stand without any.
struct StepFields {
    private let name: String
    private let arguments: Node?
    private var fields: Fields?

    init(name: String, nameNode: Node, arguments: Node?) { (self.name, self.arguments) = (name, arguments) }

    /// The settings as they stand in the file; nil without any.
    var given: Node? { arguments.flatMap { $0.null == nil ? $0 : nil } }

    mutating func take(_ key: String, reader: ScenarioReader) throws(ScenarioProblem) -> Node? {
        if fields == nil, let given { fields = try Fields(given, of: name, reader: reader) }
        return fields?.take(key)
    }

    mutating func text(_ key: String, reader: ScenarioReader) throws(ScenarioProblem) -> String? {
        guard let node = try take(key, reader: reader) else { return nil }
        return try reader.text(node)
    }

    mutating func bool(_ key: String, reader: ScenarioReader) throws(ScenarioProblem) -> Bool? {
        guard let node = try take(key, reader: reader) else { return nil }
        return try reader.bool(node)
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: String, reader: ScenarioReader
    ) throws(ScenarioProblem) -> Word? {
        guard let node = try take(key, reader: reader) else { return nil }
        return try reader.word(node)
    }

    func refuseRest() throws(ScenarioProblem) { try fields?.refuseRest() }
}

// Steps that people and phones take.
extension ScenarioReader {
    func signIn(_ fields: inout StepFields) throws(ScenarioProblem) -> SignIn {
        var signIn = SignIn(try fields.word("with", reader: self) ?? .password)
        signIn.email = try fields.text("as", reader: self)
        if let node = try fields.take("person", reader: self) {
            guard signIn.method != .password else {
                throw problem(
                    "scenario/wrong-type", node, "with a password nobody is asked", "leave `person` out")
            }
            signIn.person = try word(node)
        }
        if let node = try fields.take("nonce", reader: self) {
            guard signIn.method == .apple else {
                throw problem("scenario/wrong-type", node, "only `with: apple` has a nonce", "leave `nonce` out")
            }
            signIn.nonce = try word(node)
        }
        if let node = try fields.take("keeps-provider", reader: self) {
            guard signIn.method == .twitter else {
                throw problem(
                    "scenario/wrong-type", node, "only `with: twitter` has a provider object",
                    "leave `keeps-provider` out")
            }
            signIn.keepsProvider = try bool(node)
        }
        signIn.secondFactor = try fields.word("second-factor", reader: self)
        return signIn
    }

    /// `{ phone: "+81…" }` or `{ totp: true }`.
    func enrollment(_ fields: inout StepFields) throws(ScenarioProblem) -> Enrollment {
        if let number = try fields.text("phone", reader: self) { return .sms(number: number) }
        if let isTOTP = try fields.bool("totp", reader: self), isTOTP { return .totp }
        throw problem(
            "scenario/missing-field", fields.given, "which second factor?",
            "write `enroll: { phone: \"+819012345678\" }`")
    }

    func launch(_ fields: inout StepFields) throws(ScenarioProblem) -> DeviceStep.Launch {
        DeviceStep.Launch(
            restoring: try fields.word("restores", reader: self) ?? .beforeConfigure,
            isPrewarm: try fields.bool("prewarm", reader: self) ?? false)
    }

    func transfer(_ fields: inout StepFields) throws(ScenarioProblem) -> DeviceStep.Transfer {
        var transfer = DeviceStep.Transfer()
        if let team = try fields.text("team", reader: self) { transfer.team = team }
        transfer.googleAppID = try fields.text("google-app-id", reader: self)
        return transfer
    }
}
