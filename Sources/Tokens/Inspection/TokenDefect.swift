import BridgePrimitives
public import Reasons

/// Why a text is no JWT, down to the part and the character, and never with the text itself.
public struct TokenDefect: Hashable, Sendable {
    public let reason: TokenReason
    /// One clause.
    public let cause: String

    /// Nil for a text that ``UnverifiedToken`` takes.
    ///
    /// - Complexity: O(n) in bytes.
    init?(of text: String) {
        do { _ = try UnverifiedToken(parsing: text) } catch {
            (reason, cause) = (error, Self.cause(of: error, in: text))
            return
        }
        return nil
    }

    private static func cause(of reason: TokenReason, in text: String) -> String {
        switch reason {
        case .empty: return "the text is empty"
        case .tooLarge: return "the text has \(text.utf8.count) bytes, and a token at most \(UnverifiedToken.byteLimit)"
        default: break
        }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if parts.count == 5 {
            return "the text has five parts: an encrypted token, which nobody can read without the key"
        }
        guard parts.count == 3 else {
            return "the text has \(parts.count) part\(parts.count == 1 ? "" : "s") between dots, and a JWT has three"
        }
        for (name, part) in zip(["header", "payload", "signature"], parts) {
            guard let bytes = Base64URL.decode(part) else { return "the \(name) is not base64url: \(fault(in: part))" }
            guard name != "signature" else { break }
            do {
                if try JSONValue(parsing: bytes).objectValue == nil { return "the \(name) is JSON, and no object" }
            } catch { return "the \(name) is \(error)" }
        }
        return reason.meaning
    }

    private static func fault(in part: Substring.UTF8View) -> String {
        let isOfAlphabet: (UInt8) -> Bool = {
            ASCIIText.isLetter($0) || ASCIIText.isDigit($0) || $0 == 0x2D || $0 == 0x5F
        }
        if let offset = part.enumerated().first(where: { !isOfAlphabet($0.element) }) {
            let byte = offset.element
            let shown =
                byte > 0x20 && byte < 0x7F ? "\"\(Unicode.Scalar(byte))\"" : "byte 0x\(String(byte, radix: 16))"
            return "\(shown) stands at its character \(offset.offset + 1)"
        }
        return "it ends within a character, so some of it was cut off"
    }
}
