public import Foundation

/// The files of this checkout, for tests that read sources.
public enum Checkout: Sendable {
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The texts of all files below a folder whose names end in `suffix`, under their paths from the root, in order.
    public static func texts(in folder: String, suffix: String) -> [(path: String, text: String)] {
        let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap {
            $0 as? String
        }
        return (paths ?? []).filter { $0.hasSuffix(suffix) }.sorted().compactMap { path in
            let path = "\(folder)/\(path)"
            return FileManager.default.contents(atPath: root.appending(path: path).path).map {
                (path, String(decoding: $0, as: UTF8.self))
            }
        }
    }
}
