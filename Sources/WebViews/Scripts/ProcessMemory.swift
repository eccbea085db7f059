#if canImport(Darwin)
    import CJavaScriptCore
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// What the process holds of the machine's memory.
package enum ProcessMemory {
    /// In bytes; 0 where the system does not say.
    package static var resident: Int {
        #if canImport(Darwin)
            var info = mach_task_basic_info()
            var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
            let code = withUnsafeMutablePointer(to: &info) { info in
                info.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
                    task_info(CJSOwnTask(), task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
                }
            }
            return code == KERN_SUCCESS ? Int(clamping: info.resident_size) : 0
        #else
            // "total resident shared …", in pages.
            guard statistics >= 0 else { return 0 }
            var text = [UInt8](repeating: 0, count: 128)
            let count = pread(statistics, &text, text.count, 0)
            guard count > 0 else { return 0 }
            let words = text[..<count].split(separator: UInt8(ascii: " "))
            guard words.count > 1, let pages = Int(String(decoding: words[1], as: UTF8.self)) else { return 0 }
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        #endif
    }

    #if !canImport(Darwin)
        /// Stays open: each script asks, and opening takes longer than reading.
        private static let statistics = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    #endif
}
