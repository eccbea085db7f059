import BridgePrimitives
import Linting

extension Check {
    static let emulator: [Check] = [
        Check(.emulatorNotOnServer, .emulator) { around in
            guard let use = around.clientUse, !around.servers.isEmpty else { return .notApplicable }
            guard around.variables("FIREBASE_AUTH_EMULATOR_HOST").isEmpty else { return .fine }
            let admin = around.servers.filter { $0.modules.contains { $0.hasPrefix("firebase-admin") } }
            guard !admin.isEmpty else { return .notApplicable }
            // firebase.json's functions run within the emulators, which set it.
            guard !around.configuredPorts.contains(where: { $0.service == "functions" }) else { return .fine }
            return .wrong(
                [use]
                    + admin.map {
                        Evidence($0.path, "uses the Admin SDK, and nothing sets FIREBASE_AUTH_EMULATOR_HOST")
                    })
        },
        Check(.emulatorOnlyOnServer, .emulator) { around in
            // Tests have an emulator of their own.
            let variables = around.variables("FIREBASE_AUTH_EMULATOR_HOST").filter {
                $0.place?.contains(".env.test") != true
            }
            let clients = around.sources.filter {
                $0.makesWebAuth || ($0.isNative && $0.modules.contains("FirebaseAuth"))
            }
            guard !variables.isEmpty, !clients.isEmpty else { return .notApplicable }
            guard around.clientUse == nil else { return .fine }
            return .wrong(
                variables.map { Evidence($0.title, "names an emulator") }
                    + clients.map { Evidence($0.path, "is a client, and names none") })
        },
        Check(.emulatorNotOnPage, .emulator) { around in
            guard let use = around.use(native: true), let page = around.pages.first(where: \.makesWebAuth) else {
                return .notApplicable
            }
            return around.use(native: false) != nil
                ? .fine : .wrong([use, Evidence(page.path, "makes a client without connectAuthEmulator")])
        },
        Check(.emulatorNotInApp, .emulator) { around in
            guard let use = around.use(native: false),
                let app = around.native.first(where: { $0.modules.contains("FirebaseAuth") })
            else { return .notApplicable }
            return around.use(native: true) != nil
                ? .fine : .wrong([use, Evidence(app.path, "makes a client without useEmulator")])
        },
        Check(.emulatorInProduction, .emulator) { around in
            let named = around.variables("FIREBASE_AUTH_EMULATOR_HOST").filter {
                $0.place?.contains(".env.production") == true || $0.place?.contains(".env.prod") == true
            }
            return around.variables.contains { $0.place != nil }
                ? Answer(named.map { Evidence($0.title, "is for production") }) : .notApplicable
        },
    ]

    static let projects: [Check] = [
        Check(.projectsMixed, .projects) { around in
            let named = around.projectIDs
            let kinds = Dictionary(grouping: named, by: \.by).mapValues { Set($0.map(\.id)) }
            guard kinds.count > 1 else { return .notApplicable }
            // One project for development and one for production are two everywhere.
            let isMixed = kinds.values.contains { first in kinds.values.contains { first.isDisjoint(with: $0) } }
            return isMixed ? .wrong(named.map { Evidence($0.place, "\"\($0.id)\"") }) : .fine
        },
        Check(.keyPlaceholder, .projects) { around in
            let keys = around.keys
            guard !keys.isEmpty else { return .notApplicable }
            // An emulator takes any key.
            guard around.clientUse == nil else { return .fine }
            return Answer(keys.filter { Placeholder.isOne($0.key) }.map { Evidence($0.place, "is an example's text") })
        },
        Check(.keysMixed, .projects) { around in
            let configurations = around.sources.flatMap { source in
                source.configurations.compactMap { configuration in
                    configuration.apiKey.map { (configuration.projectID, $0, "\(source.path):\(configuration.line)") }
                }
            }
            var named = configurations.filter { $0.0 != nil && !Placeholder.isOne($0.1) }
            if let project = around.project, let key = project.apiKey, !key.contains("$") {
                named.append((project.projectID, key, "\(project.path) (auth: api-key)"))
            }
            guard named.count > 1 else { return .notApplicable }
            let groups = Dictionary(grouping: named) { $0.0 ?? "" }
            return Answer(
                groups.values.filter { Set($0.map(\.1)).count > 1 }.flatMap { group in
                    group.map { Evidence($0.2, "a key that ends in \"\(String($0.1.suffix(3)))\"") }
                }.sorted { $0.place < $1.place })
        },
        Check(.authDomainForeign, .projects) { around in
            let configurations = around.sources.flatMap { source in source.configurations.map { (source.path, $0) } }
            guard !configurations.isEmpty else { return .notApplicable }
            return Answer(
                configurations.compactMap { path, configuration in
                    guard let id = configuration.projectID, let domain = configuration.authDomain,
                        !Placeholder.isOne(id), !Placeholder.isOne(domain),
                        let suffix = [".firebaseapp.com", ".web.app"].first(where: domain.hasSuffix),
                        domain.dropLast(suffix.count) != id[...]
                    else { return nil }
                    return Evidence(
                        "\(path):\(configuration.line)", "authDomain is \"\(domain)\", and the project \"\(id)\"")
                })
        },
        Check(.bundleMixed, .projects) { around in
            let bundles = around.appInformation.compactMap { document in
                document.value["CFBundleIdentifier"]?.stringValue.map { ($0, document.path) }
            }.filter { !$0.0.contains("$") }
            guard !bundles.isEmpty, !around.firebaseInformation.isEmpty else { return .notApplicable }
            return Answer(
                around.firebaseInformation.compactMap { document in
                    guard let id = document.value["BUNDLE_ID"]?.stringValue, !bundles.contains(where: { $0.0 == id })
                    else {
                        return nil
                    }
                    return Evidence(document.path, "is for \"\(id)\", and the app is \"\(bundles[0].0)\"")
                })
        },
        Check(.firebasePlistMissing, .projects) { around in
            let configuring = around.native.filter { $0.has(word: "FirebaseApp") && $0.has(word: "configure") }
            // Options in code take the file's place, and a package's own sources are no app.
            guard let first = configuring.first, !around.native.contains(where: { $0.has(word: "FirebaseOptions") }),
                !around.appInformation.isEmpty
            else { return .notApplicable }
            return around.firebaseInformation.isEmpty
                ? .wrong([Evidence(first.path, "calls FirebaseApp.configure()")]) : .fine
        },
    ]
}

extension Surroundings {
    /// The first client of an emulator, on one side.
    fileprivate func use(native: Bool) -> Evidence? {
        for source in sources {
            if let use = source.emulators.first(where: { $0.isNative == native }) {
                return Evidence("\(source.path):\(use.line)", "connects to an emulator")
            }
        }
        return nil
    }

    fileprivate var clientUse: Evidence? { use(native: true) ?? use(native: false) }

    fileprivate var keys: [(key: String, place: String)] {
        var found: [(String, String)] = []
        for source in sources {
            for configuration in source.configurations {
                if let key = configuration.apiKey {
                    found.append((key, "\(source.path):\(configuration.line) (apiKey)"))
                }
            }
        }
        for document in firebaseInformation {
            if let key = document.value["API_KEY"]?.stringValue { found.append((key, "\(document.path) (API_KEY)")) }
        }
        for variable in variables where variable.name.hasSuffix("API_KEY") && variable.name.contains("FIREBASE") {
            found.append((variable.value, variable.title))
        }
        return found
    }
}
