extension AppleReason {
    var texts: (meaning: String, fix: String) {
        switch self {
        case .noSuchPath: ("Apple serves nothing at this path.", "Take the paths from the discovery document.")
        case .foreignPage:
            ("A page of another origin sent the choice of account.", "Let the user choose on Apple's own page.")
        case .brokenForm:
            (
                "The parameters are not a form: an escape is cut, the text is no UTF-8, or there are too many.",
                "Percent-encode names and values."
            )
        case .parameterRepeated: ("A parameter is there more than once.", "Send each parameter once.")
        case .parameterTooLong: ("A parameter's value is longer than 4096 bytes.", "Send a shorter value.")
        case .parameterMissing: ("A required parameter is missing or empty.", "Send the parameter.")
        case .clientUnknown:
            ("No client has this identifier.", "Use the app's bundle id, or the Services ID of the web app.")
        case .redirectURIUnusable:
            (
                "The redirect URI is no absolute URL that a browser can be sent to.",
                "Send an https URL without fragment and user information."
            )
        case .redirectURINotRegistered:
            (
                "The redirect URI is none of those that the client registered.",
                "Register it, or send a registered one letter by letter."
            )
        case .responseTypeUnknown:
            ("The response type is neither code nor code id_token.", "Send response_type=code%20id_token.")
        case .responseModeUnknown:
            ("The response mode is none of query, fragment and form_post.", "Send response_mode=form_post.")
        case .responseModeTooOpen:
            (
                "A scope needs form_post, and an ID token needs form_post or fragment.",
                "Send response_mode=form_post."
            )
        case .scopeUnknown: ("A scope is neither name, email nor openid.", "Ask for name and email only.")
        case .ticketUnknown:
            ("The page's ticket was used, is too old, or was never given.", "Begin the sign-in again.")
        case .accountUnknown: ("No account has this id.", "Choose one of the accounts that the page lists.")
        case .cancelled: ("The user cancelled the authorisation.", "Treat it as a choice, not as a failure.")
        case .grantTypeUnknown:
            (
                "The grant type is neither authorization_code nor refresh_token.",
                "Send grant_type=authorization_code with the code."
            )
        case .clientSecretMalformed:
            ("The client secret is no JWT.", "Make it as a JWT with the private key of the developer account.")
        case .clientSecretWrongAlgorithm: ("The client secret is not signed with ES256.", "Sign it with ES256.")
        case .clientSecretNoKeyID:
            ("The client secret's header names no key, or another one.", "Put the private key's id into kid.")
        case .clientSecretWrongIssuer: ("The client secret's issuer is not the team.", "Set iss to the team id.")
        case .clientSecretWrongSubject: ("The client secret is for another client.", "Set sub to the client id.")
        case .clientSecretWrongAudience:
            ("The client secret is meant for somebody else.", "Set aud to https://appleid.apple.com.")
        case .clientSecretExpired:
            (
                "The client secret's time is over, has not come, or is not given.",
                "Make a new one with iat and exp in whole seconds."
            )
        case .clientSecretLivesTooLong:
            ("The client secret lives longer than six months.", "Set exp to at most iat + 15777000.")
        case .clientSecretBadSignature:
            ("The client secret's signature does not fit the registered key.", "Sign it with the key that kid names.")
        case .codeUnknown:
            ("Nobody was given this code.", "Send the code as it came, and to the same Apple.")
        case .codeAlreadyUsed: ("The code was used before.", "Exchange each code once, and keep the refresh token.")
        case .codeExpired: ("The code is older than five minutes.", "Exchange the code at once.")
        case .codeForAnotherClient:
            (
                "The code was given to another client.",
                "Use one client id for both steps: the app's own for native codes."
            )
        case .redirectURIDiffers:
            ("The redirect URI is not the one of the authorisation.", "Send the same redirect URI in both steps.")
        case .refreshTokenUnknown: ("The refresh token is unknown or was revoked.", "Let the user sign in again.")
        case .tokenWrongIssuer: ("The identity token's issuer is not Apple.", "Send the token that Apple gave.")
        case .tokenWrongAudience:
            ("The identity token is for another client.", "Configure the bundle id or Services ID that signs in.")
        case .tokenWrongAlgorithm: ("The identity token is not signed with RS256.", "Send the token as Apple made it.")
        case .tokenUnknownKey:
            ("No key of Apple's has the token's key id.", "Fetch the keys again, from the Apple that made the token.")
        case .tokenBadSignature:
            ("The signature does not fit the token and the key.", "Send the token whole and unchanged.")
        case .tokenExpired: ("The identity token's time is over, or it has none.", "Sign in again and send it at once.")
        case .tokenIssuedInFuture:
            ("The identity token was issued later than the verifier's now.", "Compare the clocks of both sides.")
        case .tokenNoSubject: ("The identity token names no user.", "Send the token that Apple gave.")
        case .nonceMissing:
            (
                "The token has a nonce, and no raw nonce was sent with it.",
                "Keep the raw nonce of the request and send it with the token."
            )
        case .nonceNotInToken:
            ("A nonce was sent, and the token has none.", "Set the request's nonce before it is performed.")
        case .nonceHashSent:
            (
                "The hash was sent where the raw nonce is expected.",
                "Send the raw nonce to the auth service, and its SHA-256 to Apple."
            )
        case .nonceRawInToken:
            (
                "Apple was given the raw nonce instead of its hash.",
                "Set the request's nonce to the SHA-256 of the raw nonce, in hexadecimal."
            )
        case .nonceSwapped:
            (
                "Apple was given the raw nonce, and the auth service its hash.",
                "Swap them: the hash to Apple, the raw nonce to the auth service."
            )
        case .nonceHashedTwice: ("Apple was given the hash of the hash.", "Hash the raw nonce once.")
        case .nonceHashUpperCase:
            ("Apple was given the hash in upper case.", "Write the SHA-256 in lower-case hexadecimal.")
        case .nonceHashNotHex:
            ("Apple was given the hash in base64.", "Write the SHA-256 in lower-case hexadecimal.")
        case .nonceDiffers:
            (
                "The token's nonce has nothing to do with the one that was sent.",
                "Keep one nonce for each request: a second request may have replaced it."
            )
        case .nonceOfEarlierRequest:
            (
                "The token answers an earlier request, whose nonce a later request has replaced.",
                "Keep one nonce for each request, and let one request end before the next begins."
            )
        }
    }
}
