import Reasons
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

extension FieldType<[Injection]> {
    /// One or more that need no page to be opened.
    static var intoStores: Self {
        let list = FieldType<Injection>.injection.list
        return FieldType(list.shape) { node, reader in
            guard let injections = list.read(node, &reader) else { return nil }
            if let other = injections.first(where: { !$0.method.isCopy && !$0.method.isScript }) {
                return reader.refuse(
                    .wrongType, node, "\(other.method.rawValue) goes along with a page that is opened",
                    "write `open: { inject: \(other.method.rawValue) }`")
            }
            return injections
        }
    }
}
