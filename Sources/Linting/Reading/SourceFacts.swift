import BridgePrimitives
import Cookies

/// What a source file says of how an app is set up: for whoever looks at the set-up and not at the code.
package struct SourceFacts: Sendable {
    /// An address that is given to a client of the auth emulator.
    package struct Emulator: Hashable, Sendable {
        /// As it is written: a host, or a URL.
        package let address: String?
        package let port: Int?
        package let line: Int
        package let isNative: Bool
    }

    /// The object that `initializeApp` is given.
    package struct WebConfiguration: Hashable, Sendable {
        package let projectID: String?
        package let apiKey: String?
        package let authDomain: String?
        package let line: Int
    }

    package let path: String
    package let isNative: Bool
    package let emulators: [Emulator]
    package let configurations: [WebConfiguration]
    /// What a web view is sent to, where the source says it.
    package let loads: [(url: String, line: Int)]
    /// The values of literal arguments, by the called name: `useUserAccessGroup("group")`.
    package let arguments: [String: [(value: String, line: Int)]]
    /// Cookies that a server reads, by name.
    package let cookiesReadByServer: [(name: String, line: Int)]
    /// Modules that are imported or required.
    package let modules: Set<String>
    private let words: Set<String>

    package func has(word: String) -> Bool { words.contains(word) }

    /// - Complexity: O(n) in bytes.
    package init(_ file: SourceFile) {
        let code = Code(file)
        path = file.path
        isNative = file.language == .swift
        func line(_ token: Int) -> Int { code.place(token).line }
        emulators = code.calls(to: "useEmulator", "connectAuthEmulator").compactMap { call in
            if code.text(call.name) == "useEmulator" {
                guard let host = call.argument("withHost") else { return nil }
                var port: Int?
                if let given = call.argument("port"), case .number(let number) = code.value(of: given.range) {
                    port = Int(exactly: number)
                }
                let address = code.value(of: host.range).text?.known
                return Emulator(address: address, port: port, line: line(call.name), isNative: true)
            }
            guard call.arguments.count >= 2 else { return nil }
            let address = code.value(of: call.arguments[1].range).text?.known
            return Emulator(address: address, port: nil, line: line(call.name), isNative: false)
        }
        configurations = Self.configurations(in: code)
        loads =
            file.language == .swift ? code.loadedURLs(in: 0..<code.tokens.count).map { ($0.text, line($0.token)) } : []
        var arguments: [String: [(value: String, line: Int)]] = [:]
        for call in code.calls(
            to: "useUserAccessGroup", "credential", "cert", "applicationDefault", "createCustomToken")
        {
            let value = call.arguments.first.flatMap { code.value(of: $0.range).text?.known } ?? ""
            arguments[code.text(call.name), default: []].append((value, line(call.name)))
        }
        self.arguments = arguments
        var run = LintRun(linter: Linter(profiles: [], suffixes: DefaultRuleSuffixes(), now: .epoch))
        if file.language == .script { run.look(at: code) }
        cookiesReadByServer = run.reads.filter { $0.reader == .server }.map {
            ($0.name, code.lines.line(of: $0.offset))
        }
        modules = Self.modules(in: code)
        words = code.words
    }

    private static func configurations(in code: Code) -> [WebConfiguration] {
        code.callLimited { index in
            guard code.text(index) == "{", code.tokens[index].kind == .mark,
                let members = code.objectMembers(index..<min(code.close(of: index) + 1, code.tokens.count)),
                members.contains(where: { $0.key == "apiKey" }), members.count < 40
            else { return nil }
            func value(_ key: String) -> String? {
                members.first { $0.key == key }.flatMap { code.value(of: $0.value).text?.known }
            }
            return WebConfiguration(
                projectID: value("projectId"), apiKey: value("apiKey"), authDomain: value("authDomain"),
                line: code.place(index).line)
        }
    }

    /// `import x from 'firebase-admin'`, `require('firebase-admin')`, `import WebKit`.
    private static func modules(in code: Code) -> Set<String> {
        var found: Set<String> = []
        for index in code.tokens.indices {
            if code.text(index) == "import", code.tokens.indices.contains(index + 1),
                code.tokens[index + 1].kind == .word
            {
                found.insert(code.text(index + 1))
            }
            guard let name = code.literal(index)?.known, name.utf8.count < 100 else { continue }
            let before = code.text(index - 1)
            if before == "from" || before == "import"
                || (before == "(" && ["require", "import"].contains(code.text(index - 2)))
            {
                found.insert(name)
            }
        }
        return found
    }
}
