import BridgePrimitives
import FirebaseAuthClient
import Foundation
import Testing

@Suite("Client: codes that come by mail", .timeLimit(.minutes(5)))
struct ActionCodeTests {
    @Test func aMailVerifiesTheAddress() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.sendEmailVerification()
            let code = try fixture.mailedCode(to: "taro@example.com")
            let info = try await auth.checkActionCode(code)
            #expect(info.email == "taro@example.com" && info.operation == .unknown)  // as in the SDK
            try await auth.applyActionCode(code)
            #expect(!user.isEmailVerified)
            try await user.reload()
            #expect(user.isEmailVerified)
            let again = try await authError { try await auth.applyActionCode(code) }
            #expect(again?.authCode == .invalidActionCode)
        }
    }

    @Test func aMailResetsThePassword() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            try await auth.sendPasswordReset(withEmail: "taro@example.com")
            let code = try fixture.mailedCode(to: "taro@example.com")
            #expect(try await auth.verifyPasswordResetCode(code) == "taro@example.com")
            let weak = try await authError { try await auth.confirmPasswordReset(withCode: code, newPassword: "x") }
            #expect(weak?.authCode == .weakPassword)
            try await auth.confirmPasswordReset(withCode: code, newPassword: "another-horse")
            #expect(try await auth.signIn(withEmail: "taro@example.com", password: "another-horse").user.uid == "taro")
            let nobody = try await authError { try await auth.sendPasswordReset(withEmail: "nobody@example.com") }
            #expect(nobody?.authCode == .userNotFound)
        }
    }

    @Test func aLinkSignsIn() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let settings = ActionCodeSettings()
            settings.url = URL(string: "http://localhost/after")
            let forgotten = try await authError {
                try await auth.sendSignInLink(toEmail: "taro@example.com", actionCodeSettings: settings)
            }
            #expect(forgotten?.authCode == .internalError)
            settings.handleCodeInApp = true
            try await auth.sendSignInLink(toEmail: "taro@example.com", actionCodeSettings: settings)
            let code = try fixture.mailedCode(to: "taro@example.com")
            let link = "https://app.example.com/x?mode=signIn&oobCode=\(code)&apiKey=k&lang=ja"
            #expect(auth.isSignIn(withEmailLink: link))
            #expect(auth.isSignIn(withEmailLink: "https://l.example.com/?link=\(PercentEncoding.encode(link))"))
            for other in ["", "x", "https://a/?mode=signIn", "https://a/?mode=verifyEmail&oobCode=c"] {
                #expect(!auth.isSignIn(withEmailLink: other))
            }
            let stranger = try await authError { try await auth.signIn(withEmail: "hanako@example.com", link: link) }
            #expect(stranger?.authCode == .invalidEmail)
            let result = try await auth.signIn(withEmail: "taro@example.com", link: link)
            #expect(result.user.uid == "taro" && result.user.isEmailVerified)
            let broken = try await authError { try await auth.signIn(withEmail: "taro@example.com", link: "x") }
            #expect(broken?.authCode == .internalError)
        }
    }

    @Test func theAccountIsChanged() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try await user.updateEmail(to: "taro2@example.com")
            #expect(user.email == "taro2@example.com" && auth.currentUser === user)
            try await user.updatePassword(to: "another-horse")
            let request = user.createProfileChangeRequest()
            (request.displayName, request.photoURL) = ("太郎", URL(string: "https://example.com/t.png"))
            try await request.commitChanges()
            #expect(user.displayName == "太郎" && user.photoURL?.absoluteString == "https://example.com/t.png")
            request.displayName = nil
            try await request.commitChanges()
            try await user.reload()
            #expect(user.displayName == nil || user.displayName == "")
            try await user.sendEmailVerification(beforeUpdatingEmail: "taro3@example.com")
            try await auth.applyActionCode(try fixture.mailedCode(to: "taro2@example.com"))
            try auth.signOut()
            #expect(
                try await auth.signIn(withEmail: "taro3@example.com", password: "another-horse").user.uid == "taro")
            #expect(try await auth.fetchSignInMethods(forEmail: "taro3@example.com") == ["password"])
            #expect(try await auth.fetchSignInMethods(forEmail: "nobody@example.com") == [])
        }
    }

    @Test(arguments: [("", AuthErrorCode.weakPassword), ("x", .weakPassword)])
    func aWeakPasswordIsRefused(password: String, code: AuthErrorCode) async throws {
        try await Fixture.lend { fixture in
            let user = try await fixture.client().signIn(withEmail: "taro@example.com", password: "correct-horse").user
            #expect(try await authError { try await user.updatePassword(to: password) }?.authCode == code)
        }
    }

    /// Another tenant's user cannot become current.
    @Test func tenantsAreApart() async throws {
        try await Fixture.lend { fixture in
            let auth = try fixture.client()
            let user = try await auth.signIn(withEmail: "taro@example.com", password: "correct-horse").user
            try auth.signOut()
            #expect(try await authError { try await auth.updateCurrentUser(nil) }?.authCode == .nullUser)
            auth.tenantID = "tenant"
            #expect(try await authError { try await auth.updateCurrentUser(user) }?.authCode == .tenantIDMismatch)
            auth.tenantID = nil
            try await auth.updateCurrentUser(user)
            #expect(auth.currentUser === user)
        }
    }
}
