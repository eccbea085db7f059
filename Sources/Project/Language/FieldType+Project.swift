import BridgePrimitives
import HTTPLoader
import RouterGuard
import Scenarios
import Yams

// What stands in project files alone.
extension FieldType<Int> {
    static var version: Self {
        FieldType(.number(1...1), written: \.description) { node, reader in
            if node.int == 1 { return 1 }
            return reader.refuse(
                Vocabulary.Complaint(
                    ProjectReason.unknownVersion, message: "this tool reads version 1", fix: "write `version: 1`"), node
            )
        }
    }
}

extension FieldType<String> {
    static var projectID: Self {
        refusing(as: .badName, "an id such as my-app-1234 was expected here") { text in
            !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") }
        }
    }

    static var method: Self {
        let known = ["GET", "POST", "PUT", "PATCH"]
        return FieldType(.words(known), written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            return known.contains(text)
                ? text
                : reader.refuse(
                    .unknownWord, node, "\"\(text)\" is no method that an exchange is made with",
                    Suggestion.text(for: text, among: known))
        }
    }

    static var headerName: Self {
        refusing(as: .badName, "a header's name was expected here") { text in
            !text.isEmpty
                && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
        }
    }

    /// A name that a script can write behind a dot.
    static var scriptName: Self {
        refusing(as: .badName, "a JavaScript name was expected here") { text in
            guard let first = text.utf8.first, !ASCIIText.isDigit(first) else { return false }
            return text.utf8.allSatisfy { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == UInt8(ascii: "_") }
        }
    }

    /// The name of a variable of the environment.
    static var variable: Self {
        refusing(as: .badName, "a variable's name was expected here") { text in
            guard let first = text.utf8.first, !ASCIIText.isDigit(first) else { return false }
            return text.utf8.allSatisfy { ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == UInt8(ascii: "_") }
        }
    }

    static var command: Self {
        refusing(as: .badName, "a command was expected here") { text in
            text.contains { !$0.isWhitespace } && !text.utf8.contains(0)
        }
    }

    static func url(placeholders: [String]) -> Self {
        FieldType(.url, written: \.self) { node, reader in
            guard let text = reader.text(node, placeholders: placeholders) else { return nil }
            // Any port will do to see whether the rest is right.
            let filled = TextTemplate(text).filled(with: [TextTemplate.port: "1"])
            do throws(BridgeFailure) { _ = try WebURL(filled) } catch {
                return reader.refuse(
                    Vocabulary.Complaint(code: error.code, message: error.cause, fix: error.fix), node)
            }
            return text
        }
    }

    /// The content of a PEM file.
    static var certificates: Self {
        let file = FieldType<String>.file
        return FieldType(.file, written: \.self) { node, reader in
            guard let name = file.read(node, &reader) else { return nil }
            switch reader.vocabulary.content(name) {
            case .failure(let complaint): return reader.refuse(complaint, node)
            case .success(let text):
                guard TrustedCertificates.haveAny(in: Array(text.utf8)) else {
                    let reason = TransportSetupReason.noCertificates
                    return reader.refuse(
                        Vocabulary.Complaint(
                            code: reason.code, message: "\(name) has no certificate in it",
                            fix: "name a file that has -----BEGIN CERTIFICATE-----"), node)
                }
                return text
            }
        }
    }

    private static func refusing(
        as reason: ProjectReason, _ message: String, unless isGood: @escaping @Sendable (String) -> Bool
    ) -> Self {
        FieldType(.text, written: \.self) { node, reader in
            guard let text = reader.text(node) else { return nil }
            return isGood(text)
                ? text : reader.refuse(Vocabulary.Complaint(reason, message: message, fix: ""), node)
        }
    }
}

extension FieldType<TextTemplate> {
    static var urlTemplate: Self {
        let url = FieldType<String>.url(placeholders: [TextTemplate.port])
        return FieldType(.url, written: \.text) { node, reader in url.read(node, &reader).map(TextTemplate.init) }
    }

    static var pathTemplate: Self {
        FieldType(.path, written: \.text) { node, reader in
            guard let text = reader.text(node, placeholders: [TextTemplate.idToken]) else { return nil }
            guard text.hasPrefix("/") else {
                return reader.refuse(.wrongType, node, "a path begins with a slash: \"\(text)\"", "write \"/\(text)\"")
            }
            return TextTemplate(text)
        }
    }

    static var bearer: Self { holding(TextTemplate.idToken) }
    static var tokenTemplate: Self { holding(TextTemplate.token, or: TextTemplate.idToken) }

    /// A text that must have the place in it, or the other one.
    private static func holding(_ place: String, or other: String? = nil) -> Self {
        FieldType(.text, written: \.text) { node, reader in
            let places = [place] + (other.map { [$0] } ?? [])
            guard let text = reader.text(node, placeholders: places) else { return nil }
            guard places.contains(where: TextTemplate(text).mentions) else {
                return reader.refuse(
                    Vocabulary.Complaint(
                        ProjectReason.noPlaceholder, message: "${\(place)} has no place in this text",
                        fix: "write \"${\(place)}\""), node)
            }
            return TextTemplate(text)
        }
    }

    /// The content of a file that has `${token}` in it.
    static var script: Self {
        let file = FieldType<String>.file
        return FieldType(.file) { node, reader in
            guard let name = file.read(node, &reader) else { return nil }
            switch reader.vocabulary.content(name) {
            case .failure(let complaint): return reader.refuse(complaint, node)
            case .success(let text):
                let script = TextTemplate(text)
                guard script.mentions(TextTemplate.token) || script.mentions(TextTemplate.idToken) else {
                    return reader.refuse(
                        Vocabulary.Complaint(
                            ProjectReason.noPlaceholder, message: "\(name) has no ${token}, so it hands nothing over",
                            fix: "write ${token} in it where the app puts the token"), node)
                }
                return script
            }
        }
    }
}

extension FieldType<JSONValue> {
    /// A file that holds a route table.
    static var routes: Self {
        let file = FieldType<String>.file
        return FieldType(.file) { node, reader in
            guard let name = file.read(node, &reader) else { return nil }
            func refused(_ message: String) -> JSONValue? {
                reader.refuse(
                    Vocabulary.Complaint(
                        ProjectReason.badRoutes, message: "\(name): \(message)", fix: "write a JSON list of routes"),
                    node)
            }
            switch reader.vocabulary.content(name) {
            case .failure(let complaint): return reader.refuse(complaint, node)
            case .success(let text):
                do {
                    let json = try JSONValue(parsing: text)
                    _ = try RouteTable(json: json)
                    return json
                } catch {
                    return refused("\(error)")
                }
            }
        }
    }
}

extension FieldType<TokenPlace> {
    static var tokenPlace: Self {
        .one(
            "token",
            of: [
                Choice("cookie", .checked { $0.cookieComplaint($1, "") }, "The name of a cookie that it sets.") {
                    .cookie($0)
                },
                Choice(
                    "json", .text,
                    "A member of a JSON answer: names and positions with dots between them, `data.token`."
                ) { .json($0) },
                Choice("header", .headerName, "A header of the answer; `Bearer` before the token is left out.") {
                    .header($0)
                },
                Choice("query", .text, "A parameter in the query of the URL that it redirects to.") { .query($0) },
                Choice("fragment", .text, "A parameter in that URL's fragment.") { .fragment($0) },
            ], example: "token: { json: data.customToken }")
    }
}
