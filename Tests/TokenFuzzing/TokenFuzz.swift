import BridgePrimitives
public import FuzzSupport
import Tokens

/// Tokens: strict takes what a key signed and whose claims hold, nothing else, and says why it takes no other.
public enum TokenFuzz: FuzzSubject {
    public static let name = "tokens"
    public static let headerLength = 3
    public static var words: [String] { TokenWords.all }

    public static func example(_ chance: inout FuzzChance) -> [UInt8] {
        let way = TokenInput.Way.allCases[chance.below(TokenInput.Way.allCases.count)]
        return [way.rawValue, chance.byte(), chance.byte()] + chance.token(for: way)
    }

    /// - Parameter input: any bytes; the first three choose what becomes of them, the time, and what is damaged.
    public static func check(_ input: [UInt8]) -> FuzzFinding? {
        let input = TokenInput(input)
        var checker = Checker()
        switch input.way {
        case .text: ForgeryChecks.text(input, &checker)
        case .foreignSignature: ForgeryChecks.foreignSignature(input, &checker)
        case .damage: ForgeryChecks.damage(input, &checker)
        case .idClaims: ClaimChecks.idToken(input, &checker)
        case .customClaims: ClaimChecks.customToken(input, &checker)
        }
        return checker.finding
    }
}
