import Yams

extension FieldType<Injection> {
    /// `user-script`, or `{ user-script: { value: …, guarded: true } }`.
    static var injection: Self {
        let shape = Settings("injection", startingWith: Injection(.userScript), Injection.fields).shape
        let words = Injection.Method.allCases.map(\.rawValue)
        return FieldType(.wordWithSettings(words, shape)) { node, reader in
            let method = FieldType<Injection.Method>.word
            guard case .mapping(let mapping) = node else {
                return method.read(node, &reader).map { Injection($0) }
            }
            guard mapping.count == 1, let (nameNode, arguments) = mapping.first else {
                return reader.refuse(
                    .wrongType, node, "an injection has one name", "write a list: `inject: [a, b]`")
            }
            guard let word = method.read(nameNode, &reader) else { return nil }
            return Settings(word.rawValue, startingWith: Injection(word), Injection.fields).read(arguments, &reader)
        }
    }
}
