/// Finds a domain's bucket by hash: open addressing, eight bytes a slot, so that a probe touches one cache line.
///
/// It keeps no domains: whoever asks compares the bucket's own.
struct DomainIndex: Sendable {
    private struct Slot: Sendable {
        var tag: UInt32 = 0
        /// Negative in an empty slot.
        var bucket: Int32 = -1
    }

    private var slots = Array(repeating: Slot(), count: 16)
    private var mask = 15
    private var count = 0

    /// The first bucket under `tag` that `isMeant` confirms.
    @inline(__always)
    func first(_ tag: UInt32, where isMeant: (Int) -> Bool) -> Int? {
        var position = Int(tag) & mask
        while slots[position].bucket >= 0 {
            if slots[position].tag == tag, isMeant(Int(slots[position].bucket)) { return Int(slots[position].bucket) }
            position = (position + 1) & mask
        }
        return nil
    }

    /// The bucket in the first slot for `tag`, if it is there: nearly always the right one.
    @inline(__always)
    func likely(_ tag: UInt32) -> Int? {
        let slot = slots[Int(tag) & mask]
        return slot.tag == tag && slot.bucket >= 0 ? Int(slot.bucket) : nil
    }

    /// - Precondition: `bucket` is not in the index.
    mutating func insert(_ bucket: Int, tag: UInt32) {
        count += 1
        if count * 2 > slots.count { grow() }
        place(Slot(tag: tag, bucket: Int32(clamping: bucket)))
    }

    mutating func remove(_ bucket: Int, tag: UInt32) {
        var hole = Int(tag) & mask
        while slots[hole].bucket != Int32(clamping: bucket) {
            guard slots[hole].bucket >= 0 else { return }
            hole = (hole + 1) & mask
        }
        count -= 1
        // Those behind move up, so that no look-up ends at the hole before it has seen them.
        var next = (hole + 1) & mask
        while slots[next].bucket >= 0 {
            let home = Int(slots[next].tag) & mask
            if (next - home) & mask >= (next - hole) & mask {
                slots[hole] = slots[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        slots[hole] = Slot()
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: Slot(), count: old.count * 2)
        mask = slots.count - 1
        for slot in old where slot.bucket >= 0 { place(slot) }
    }

    private mutating func place(_ slot: Slot) {
        var position = Int(slot.tag) & mask
        while slots[position].bucket >= 0 { position = (position + 1) & mask }
        slots[position] = slot
    }
}
