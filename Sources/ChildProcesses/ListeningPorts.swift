import Foundation

/// At which TCP ports processes listen, as the system tells it.
enum ListeningPorts {
    #if os(Linux)
        /// In order, each once; nil where the system shows nothing of the processes, or no table.
        ///
        /// - Complexity: O(n) in the files that they have open, and in the machine's connections.
        static func ports(of processes: [Int32]) -> [Int]? {
            let shown = processes.compactMap(sockets(of:))
            guard !shown.isEmpty else { return nil }
            let sockets = Set(shown.joined())
            let tables = ["tcp", "tcp6"].compactMap {
                try? String(contentsOfFile: "/proc/self/net/\($0)", encoding: .utf8)
            }
            guard !tables.isEmpty else { return nil }
            return Set(tables.flatMap { ports(in: $0, of: sockets) }).sorted()
        }

        /// Reads a table of proc(5)'s `net/tcp`: after the number of the row its own address, the other's, and the state,
        /// `0A` for a socket that listens; the inode is the tenth field.
        static func ports(in table: String, of sockets: Set<Substring>) -> [Int] {
            table.split(separator: "\n").dropFirst().compactMap { row in
                let fields = row.split(separator: " ")
                guard fields.count > 9, fields[3] == "0A", sockets.contains(fields[9]),
                    let colon = fields[1].lastIndex(of: ":")
                else { return nil }
                return Int(fields[1][fields[1].index(after: colon)...], radix: 16)
            }
        }

        /// The inodes of a process's sockets: its open files are links, such as `socket:[70331]`. Nil for one that has
        /// ended, or belongs to somebody else.
        private static func sockets(of process: Int32) -> [Substring]? {
            let folder = "/proc/\(process)/fd"
            return try? FileManager.default.contentsOfDirectory(atPath: folder).compactMap { name in
                guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)"),
                    target.hasPrefix("socket:["), target.hasSuffix("]")
                else { return nil }
                return target.dropFirst("socket:[".count).dropLast()
            }
        }
    #else
        /// In order, each once; nil where there is no lsof.
        static func ports(of processes: [Int32]) -> [Int]? {
            let (lsof, output) = (Process(), Pipe())
            lsof.executableURL = URL(fileURLWithPath: "/usr/sbin/lsof")
            let numbers = processes.map { String($0) }.joined(separator: ",")
            lsof.arguments = ["-nP", "-a", "-iTCP", "-sTCP:LISTEN", "-p", numbers, "-Fn"]
            (lsof.standardOutput, lsof.standardError) = (output, FileHandle.nullDevice)
            guard (try? lsof.run()) != nil else { return nil }
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            lsof.waitUntilExit()
            // A row of a name reads `n127.0.0.1:3000` or `n*:3000`.
            let ports = text.split(separator: "\n").filter { $0.hasPrefix("n") }.compactMap { row in
                row.lastIndex(of: ":").flatMap { Int(row[row.index(after: $0)...]) }
            }
            return Set(ports).sorted()
        }
    #endif
}
