/// Names of files, as texts: where a file is that another one names.
package enum FilePlace: Sendable {
    /// `Scenarios/shared/login.yaml` for `shared/login.yaml` named in `Scenarios/a.yaml`; steps up are taken where they can be.
    ///
    /// - Returns: nil for a name that begins with a slash: files are named from the one that names them.
    package static func named(_ name: String, in file: String) -> String? {
        guard !name.hasPrefix("/"), !name.isEmpty else { return nil }
        let isAbsolute = file.hasPrefix("/")
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in name.split(separator: "/") {
            switch part {
            case ".": continue
            case ".." where !(parts.last ?? "..").hasPrefix(".."): parts.removeLast()
            default: parts.append(String(part))
            }
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }
}
