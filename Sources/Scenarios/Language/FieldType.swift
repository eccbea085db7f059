import BridgePrimitives
package import Yams

/// How a value of one type is read from a file and told in the reference.
///
/// Project files are read by the same tables.
///
/// `read` gives nil when it has noted a problem with the reader.
package struct FieldType<Value: Sendable>: Sendable {
    package let shape: Shape
    package let read: @Sendable (Node, inout ScenarioReader) -> Value?
    /// The value as a file has it; nil for one that nobody would write.
    package let written: @Sendable (Value) -> String?

    package init(
        _ shape: Shape, written: @escaping @Sendable (Value) -> String? = { _ in nil },
        read: @escaping @Sendable (Node, inout ScenarioReader) -> Value?
    ) {
        (self.shape, self.written, self.read) = (shape, written, read)
    }

    package var optional: FieldType<Value?> {
        FieldType<Value?>(shape, written: { $0.flatMap(written) }, read: { node, reader in read(node, &reader) })
    }

    /// One element, or a list of them.
    package var list: FieldType<[Value]> {
        FieldType<[Value]>(.list(shape)) { node, reader in
            var values: [Value] = []
            var isWhole = true
            for element in node.elements {
                if let value = read(element, &reader) { values.append(value) } else { isWhole = false }
            }
            return isWhole ? values : nil
        }
    }
}

extension FieldType<String> {
    package static var text: Self { text(placeholders: []) }

    /// - Parameter placeholders: what may stand in `${…}` beside the environment's variables.
    package static func text(placeholders: [String]) -> Self {
        FieldType(.text, written: \.self) { node, reader in reader.text(node, placeholders: placeholders) }
    }

    /// A path of the web app.
    package static var path: Self {
        FieldType(.path, written: \.self) { node, reader in
            let known = reader.awaited.count
            guard let text = reader.text(node) else { return nil }
            guard text.hasPrefix("/") else {
                return reader.refuse(
                    .wrongType, node, "a path begins with a slash: \"\(text)\"", "write \"/\(text)\"")
            }
            // A browser takes what follows two for a host, and leaves the web app.
            // One that waits for a step is read again with what the step has brought about.
            guard !text.hasPrefix("//") || reader.awaited.count > known else {
                return reader.refuse(
                    .wrongType, node, "a path begins with one slash: \"\(text)\"",
                    "write \"/\(text.drop { $0 == "/" })\"")
            }
            return text
        }
    }

    /// The name of a file, which is looked for when it is needed.
    package static var file: Self {
        FieldType(.file, written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            guard !text.isEmpty, !text.utf8.contains(0) else {
                return reader.refuse(.wrongType, node, "a file's name was expected here", "")
            }
            return text
        }
    }

    /// What a scenario is chosen by: one word, since tags are listed with commas on a command line.
    static var tag: Self {
        FieldType(.text, written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            let isWord = text.utf8.allSatisfy { byte in
                ASCIIText.isLetter(byte) || ASCIIText.isDigit(byte) || "-_./:".utf8.contains(byte)
            }
            guard isWord, !text.isEmpty else {
                return reader.refuse(
                    .wrongType, node, "a tag is one word: \"\(text)\"", "use letters, digits, - _ . / and :")
            }
            return text
        }
    }

    package static func name(_ names: Vocabulary.Names) -> Self {
        FieldType(.name(names), written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            let known = reader.vocabulary[names]
            guard known.contains(text) else {
                return reader.refuse(
                    names.reason, node, "no \(names.rawValue) is called \"\(text)\"",
                    Suggestion.text(for: text, among: known))
            }
            return text
        }
    }

    static var stepName: Self {
        FieldType(.words(Step.names), written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            return Step.names.contains(text) ? text : reader.refuse(unknownStep: text, node)
        }
    }

    /// A text that the library has an opinion about.
    package static func checked(
        by complaint: @escaping @Sendable (Vocabulary, String) -> Vocabulary.Complaint?
    ) -> Self {
        FieldType(.text, written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            if let complaint = complaint(reader.vocabulary, text) {
                return reader.refuse(complaint, node)
            }
            return text
        }
    }
}

extension FieldType<Bool> {
    package static var bool: Self {
        FieldType(.bool, written: \.description) { node, reader in
            guard let node = reader.plain(node) else { return nil }
            return node.bool ?? reader.refuse(.wrongType, node, "true or false was expected here", "")
        }
    }
}

extension FieldType<Int> {
    package static func number(_ range: ClosedRange<Int>) -> Self {
        FieldType(.number(range), written: \.description) { node, reader in
            guard let node = reader.plain(node) else { return nil }
            guard let number = node.int, range.contains(number) else {
                return reader.refuse(
                    .wrongType, node, "a number from \(range.lowerBound) to \(range.upperBound) was expected here", "")
            }
            return number
        }
    }
}

extension FieldType<Int> {
    /// The version of the language that a file is written in.
    static var version: Self {
        FieldType(.number(1...1), written: \.description) { node, reader in
            guard let node = reader.plain(node) else { return nil }
            guard let number = node.int, number == 1 else {
                return reader.refuse(
                    .unknownVersion, node, "this version of session-bridge reads version 1 of scenario files",
                    "write `version: 1`, or take a newer session-bridge")
            }
            return number
        }
    }
}

extension FieldType<Duration> {
    /// Not negative: the world's clock goes one way.
    package static var duration: Self {
        FieldType(.duration, written: \.worldText) { node, reader in
            guard let text = reader.text(node) else { return nil }
            guard let duration = Duration(worldText: text) else {
                return reader.refuse(
                    .wrongType, node, "\"\(text)\" is not a duration", "write 61m, 10s or 250ms")
            }
            guard duration >= .zero else {
                return reader.refuse(
                    .wrongType, node, "\"\(text)\" would turn the clock back",
                    "write how far it moves on, as 61m")
            }
            return duration
        }
    }
}

extension FieldType<Duration> {
    /// As the Admin SDKs take one: up to a minute.
    static var tolerance: Self {
        FieldType(.duration, written: \.worldText) { node, reader in
            guard let time = duration.read(node, &reader) else { return nil }
            guard time <= .seconds(60) else {
                return reader.refuse(.wrongType, node, "a tolerance is a minute at most", "write 60s, or less")
            }
            return time
        }
    }
}

extension FieldType<ReasonCode> {
    static var reason: Self {
        FieldType(.reason, written: \.rawValue) { node, reader in
            guard let text = reader.text(node) else { return nil }
            guard reader.vocabulary.reasons.contains(text) else {
                return reader.refuse(
                    .unknownReason, node, "no reason is called \"\(text)\"",
                    Suggestion.nearest(to: text, among: reader.vocabulary.reasons)
                        ?? "session-bridge reasons lists them")
            }
            return ReasonCode(unchecked: text)
        }
    }
}

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
    /// One of the type's cases.
    package static var word: Self { word(refusing: [:]) }

    /// One of the type's cases.
    ///
    /// - Parameter complaints: words that are refused with a complaint of their own.
    static func word(refusing complaints: [String: Vocabulary.Complaint]) -> Self {
        let known = Value.allCases.map(\.rawValue)
        return FieldType(.words(known), written: \.rawValue) { node, reader in
            guard let text = reader.text(node) else { return nil }
            if let complaint = complaints[text] { return reader.refuse(complaint, node) }
            return Value(rawValue: text)
                ?? reader.refuse(
                    .unknownWord, node, "\"\(text)\" is not known here",
                    Suggestion.text(for: text, among: known))
        }
    }
}

extension FieldType {
    package static func settings(_ settings: Settings<Value>) -> Self {
        FieldType(.settings(settings.shape)) { node, reader in settings.read(node, &reader) }
    }
}

extension Node {
    /// The elements of a list; what is no list is its own only element.
    package var elements: [Node] { if case .sequence(let sequence) = self { Array(sequence) } else { [self] } }
}
