import BridgePrimitives
import Files
import Reporting
import Scenarios

/// A site on the disk, and the guides that it is made with.
public enum SiteFiles: Sendable {
    /// Reads guides, in the order of their names.
    ///
    /// - Parameter folder: holds HTML fragments, `NAME.html` each.
    /// - Throws: `run/unreadable-file` for a folder or a file that cannot be read.
    public static func guides(in folder: String) throws -> [Site.Guide] {
        let names: [String]
        do { names = try Folders.names(in: folder) } catch {
            throw RunReason.unreadableFile.failure("\(folder) cannot be read: \(error.words)")
        }
        let guides = names.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) }.sorted()
        return try guides.map { name in
            let bytes: [UInt8]
            do { bytes = try InputFile.read("\(folder)/\(name).html", upTo: 1 << 22) } catch {
                throw RunReason.unreadableFile.failure("\(folder)/\(name).html cannot be read")
            }
            return Site.Guide(name: name, html: String(decoding: bytes, as: UTF8.self), others: guides)
        }
    }

    /// Writes all files below a folder, which is made.
    ///
    /// - Throws: `output/not-writable` or `output/disk-full`.
    public static func write(_ site: Site, to folder: String) throws {
        var made: Set<String> = []
        for file in site.files {
            let parent = folder + "/" + file.path.split(separator: "/").dropLast().joined(separator: "/")
            if made.insert(parent).inserted { try OutputFile.makeFolder(parent) }
            try OutputFile.write(file.text, to: "\(folder)/\(file.path)")
        }
    }
}
