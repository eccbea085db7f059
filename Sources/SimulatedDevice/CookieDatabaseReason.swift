public import BridgePrimitives

/// Why cookies cannot be kept in a file.
public enum CookieDatabaseReason: String, Reason {
    case notADatabase = "cookie-database/not-a-database"
    case newerSchema = "cookie-database/newer-schema"
    case diskFull = "cookie-database/disk-full"
    case notWritable = "cookie-database/not-writable"
    case inUse = "cookie-database/in-use"
    case damaged = "cookie-database/damaged"
    case failed = "cookie-database/failed"

    public var meaning: String {
        switch self {
        case .notADatabase: "The file is no database of cookies."
        case .newerSchema: "The file was written by a later version."
        case .diskFull: "There is no room to write the cookies; those saved before are still there."
        case .notWritable: "The file or its folder cannot be written."
        case .inUse: "Another process has been writing to the file for too long."
        case .damaged: "A row of the file is no cookie."
        case .failed: "SQLite reports an error."
        }
    }

    public var mend: String {
        switch self {
        case .notADatabase, .damaged: "choose another file, or remove this one to start without cookies"
        case .newerSchema: "use that version, or choose another file"
        case .diskFull: "make room on the disk, then save again"
        case .notWritable: "choose a folder that exists and that you may write to"
        case .inUse: "end the other process, or give each a file of its own"
        case .failed: "choose another file"
        }
    }

    func failure(_ cause: String) -> BridgeFailure {
        BridgeFailure(.unavailable, code: rawValue, cause: cause, mend: mend)
    }
}
