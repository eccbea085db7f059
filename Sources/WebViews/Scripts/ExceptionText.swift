import BridgePrimitives
import BridgeTrace

/// What is told of an exception: the engine's words, and nothing of the script that might be a secret.
///
/// Engines quote the script, and apps write tokens into theirs. Where a literal begins and ends cannot be told from a
/// message (`'a'b'`), nor which error a script has made itself; so a word is shown only where the engines have it, or
/// every web page, and line and column say the rest.
enum ExceptionText {
    /// - Parameter source: a script whose words hold no secret.
    static func masked(_ failure: ScriptFailure, by masking: Masking, quoting source: String = "") -> MaskedText {
        switch failure.reason {
        case .syntaxError, .threw, .notSimulated:
            masking.text(
                masking.showsSecrets ? failure.message : hidingSource(in: failure.message, besides: words(of: source)))
        case .terminated, .memoryLimit, .unsupportedResult, .noSuchFrame, .appBoundDomain, .injectionSkipped:
            masking.text(failure.message)  // our own words
        }
    }

    /// Each word that is not known becomes `…`, and so do several with what stands between them.
    ///
    /// - Complexity: O(n)
    ///
    /// - Parameter known: words that are known beside those of engines and pages.
    static func hidingSource(in message: String, besides known: Set<String> = []) -> String {
        var output = ""
        var between = ""
        var isAfterHidden = false
        var rest = Substring(message).unicodeScalars
        while let first = rest.first {
            guard isOfWord(first) else {
                between.unicodeScalars.append(first)
                rest.removeFirst()
                continue
            }
            let word = rest.prefix(while: isOfWord)
            rest = rest[word.endIndex...]
            let isHidden = !words.contains(String(word)) && !known.contains(String(word))
            let joins = isHidden && isAfterHidden && !between.unicodeScalars.contains(where: structure.contains)
            if !joins { output += between + (isHidden ? "…" : String(word)) }
            (between, isAfterHidden) = ("", isHidden)
        }
        return output + between
    }

    private static func words(of source: String) -> Set<String> {
        Set(source.unicodeScalars.split { !isOfWord($0) }.map { String($0) })
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_", "$": true
        default: scalar.value >= 0x80 && scalar != "…"
        }
    }

    /// What keeps its place between two words that are hidden.
    private static let structure = Set("'\"`()[]{}".unicodeScalars)

    private static let words = BrowserNames.simulated.union(BrowserNames.window)
        .union(BrowserNames.members.values.joined()).union(vocabulary)

    /// Of JavaScriptCore's messages, of the host objects' and of the language.
    private static let vocabulary = BrowserNames.words(
        """
        Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError DataCloneError
        NotSupportedError QuotaExceededError SecurityError
        Attempted Blocked Can Cannot Duplicate EOF Exception Expected Function In Invalid Left Maximum Multiple No Not
        Object Only Out Parser Parse Requested Right Scripts Spread String Symbol The This Too Unexpected
        URI Unterminated Use
        a access accessed accessor accessing after allowed already an and any anything are argument arguments array as
        assign assigned assignment at be because been before binding block body but by call callable called calls can
        cannot change characters class clause code collection comma configurable conditional constructor constructors
        contain contains context converted count cross cyclic declaration declare declared default deleted derived
        descriptor destructure destructured destructuring directly does duplicate element elements empty end ended escape
        error escaped evaluating exceeded exist expected exponent expression extended extensible field find first flag flags
        for frame frames found from function get getter global handler has have html http https identifier identifiers if in
        inheritance initialization initialized initializer insecure instance instanceof integer into invalid is it item
        iterable iterator its key keys keyword label large left length letter line list literal long lookbehind loop
        match many memory message messages method missing mode module more move multiple must name named names
        navigate near negative newline no non not null number numeric object of octal old on only operand operation operator
        optional or other out outside parameter parameters parenthesis parse parsed pattern position private property
        prototype proxy quantifier range reach read readonly redefine reference regexp regular requires reserved rest
        result return right same script sealed sequence set setter shadow should side size spread stack start
        statement strict string structures subclass super switch symbol syntax t target template than that the this
        throw to token too trailing trap twice type typed undefined unexpected unicode unterminated unexpectedly until
        use used using valid value variable variables view wait was web when where while with within without write
        writable yield
        Array ArrayBuffer BigInt Boolean DataView Date Infinity Intl JSON Map Math NaN Number Promise Proxy Reflect
        RegExp Set Uint8Array WeakMap WeakSet
        async await break case catch const continue debugger delete do else enum eval export extends false finally
        implements import interface let new package protected public static true try typeof var void
        apply bind charAt charCodeAt concat decodeURIComponent encodeURIComponent escape every exec filter find
        forEach freeze includes indexOf join keys lastIndexOf map now padStart parse parseInt pop push reduce reject
        resolve slice some sort split startsWith stringify substr substring test then toLowerCase toUpperCase trim
        unescape addEventListener setItem getItem removeItem getRandomValues randomUUID subtle pushState replaceState
        """)
}

extension Masking {
    /// Whether the user asked for secrets: what has none is named where they are not shown.
    fileprivate var showsSecrets: Bool { secret("").text.isEmpty }
}
