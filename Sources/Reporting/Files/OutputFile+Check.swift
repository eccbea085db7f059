public import BridgePrimitives
import Foundation

extension OutputFile {
    /// Says at the start what ``write(_:to:isSecret:)`` would say at the end, when the work is done and cannot be kept.
    ///
    /// Tries it with an empty file beside the place: rights alone say nothing of a read-only or a special file system.
    /// - Throws: `output/not-writable` with the file's name and the system's words.
    public static func checkWritable(_ path: String) throws(BridgeFailure) {
        var status = stat()
        if stat(path, &status) == 0 {
            let kind = status.st_mode & S_IFMT
            guard kind != S_IFDIR else { throw failure(path, String(cString: strerror(EISDIR))) }
            guard kind == S_IFREG else {
                guard access(path, W_OK) == 0 else { throw failure(path, String(cString: strerror(errno))) }
                return
            }
        }
        let place = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let probe = place.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).part").path
        let descriptor = open(probe, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0o600)
        guard descriptor >= 0 else { throw failure(path, String(cString: strerror(errno))) }
        close(descriptor)
        unlink(probe)
    }
}
