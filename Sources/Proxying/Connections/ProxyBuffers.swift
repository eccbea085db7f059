import NIOCore

/// How much is read at once and held for whoever is slower. With NIO's own sizes, 2 KiB at first and 64 KiB at most, a
/// script of a hundred kilobytes came in a dozen pieces, and reading was stopped and resumed for most of them.
enum ProxyBuffers {
    /// Above the first the other side is not read any more, below the second it is again.
    static let waterMark = ChannelOptions.Types.WriteBufferWaterMark(low: 256 << 10, high: 1 << 20)

    /// Requests are small, uploads are few.
    static let ofClients = AdaptiveRecvByteBufferAllocator(minimum: 4 << 10, initial: 8 << 10, maximum: 256 << 10)
    static let ofServers = AdaptiveRecvByteBufferAllocator(minimum: 16 << 10, initial: 64 << 10, maximum: 256 << 10)
}
