import FirebaseAuthClient
import IdentityProviders
import Reasons
import Scenarios

extension World {
    /// The app's user takes the app's access away, on Twitter's page of connected apps.
    func revokeTwitter() throws(StepFailure) {
        let step = "revoke-twitter"
        guard let user = app.auth.currentUser else { throw StepFailure(step: step, HandoffReason.notSignedIn) }
        guard let account = user.providerData.first(where: { $0.providerID == "twitter.com" }) else {
            throw StepFailure(step: step, AppReason.noAccessToken, message: "the user has not signed in with Twitter")
        }
        do throws(TwitterRefusal) {
            try providers.twitter.revokeAccess(accountID: account.uid, consumerKey: providers.twitterConsumer.key)
        } catch {
            throw StepFailure(step: step, error)
        }
    }
}
