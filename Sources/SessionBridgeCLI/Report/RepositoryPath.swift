import Foundation

/// Files as a code review knows them: from the repository's root, where the CI server says which that is.
struct RepositoryPath {
    private let root: String?
    private let here: String

    init(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        here: String = FileManager.default.currentDirectoryPath
    ) {
        let root = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR"].compactMap { environment[$0] }.first { !$0.isEmpty }
        self.root = root.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path }
        self.here = here
    }

    /// - Parameter file: from the working directory, or whole.
    func path(_ file: String) -> String {
        let plain = file.hasPrefix("./") ? String(file.dropFirst(2)) : file
        guard let root else { return plain }
        let place = URL(fileURLWithPath: plain, relativeTo: URL(fileURLWithPath: here, isDirectory: true))
            .resolvingSymlinksInPath().path
        return place.hasPrefix(root + "/") ? String(place.dropFirst(root.count + 1)) : plain
    }
}
