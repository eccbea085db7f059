extension Collection<UInt8> {
    /// The bytes of a text file without the mark that some editors put at its beginning; it says nothing of UTF-8.
    package var withoutByteOrderMark: SubSequence { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...] }
}
