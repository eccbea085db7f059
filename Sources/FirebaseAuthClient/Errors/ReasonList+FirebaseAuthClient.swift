public import BridgePrimitives

extension ReasonList {
    public static let firebaseAuthClient = ReasonList(
        AuthErrorReason.self, ClientReason.self, FirebaseOptionsReason.self)
}
