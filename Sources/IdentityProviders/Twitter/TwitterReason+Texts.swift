extension TwitterReason {
    var texts: (meaning: String, fix: String) {
        switch self {
        case .noSuchPath: ("Twitter serves nothing at this path.", "Use the paths of OAuth 1.0a under /oauth.")
        case .foreignPage:
            ("A page of another origin sent the choice of account.", "Let the user choose on Twitter's own page.")
        case .brokenForm:
            ("The query or the body is no form, or too long a one.", "Percent-encode names and values.")
        case .brokenHeader:
            (
                "The Authorization field is no list of name=\"value\" pairs.",
                "Write OAuth oauth_nonce=\"…\", oauth_signature=\"…\" and so on, each value percent-encoded."
            )
        case .notSigned: ("The request is not signed.", "Send the Authorization field with the scheme OAuth.")
        case .parameterMissing: ("A required parameter is missing or empty.", "Send the parameter.")
        case .parameterRepeated: ("A parameter of the protocol is there more than once.", "Send it once.")
        case .parameterTooLong: ("A parameter's value is longer than 4096 bytes.", "Send a shorter value.")
        case .consumerUnknown: ("No app has this consumer key.", "Use the app's API key, and no blank around it.")
        case .signatureMethodUnsupported: ("The signature method is not HMAC-SHA1.", "Sign with HMAC-SHA1.")
        case .versionUnsupported: ("The version is not 1.0.", "Send oauth_version=1.0, or leave it out.")
        case .timestampNotNumber: ("The timestamp is no positive number.", "Send whole seconds since 1970.")
        case .timestampOutOfRange:
            ("The timestamp is more than five minutes off.", "Compare the clocks, and send seconds, not milliseconds.")
        case .nonceUsed: ("The nonce was used with this timestamp before.", "Make a new nonce for each request.")
        case .tokenUnknown:
            (
                "Nobody was given this token, it was used up, or its user has taken the app's access away.",
                "Begin with a new request token; for an access token, let the user sign in with Twitter again."
            )
        case .tokenExpired: ("The request token is older than fifteen minutes.", "Begin with a new request token.")
        case .tokenForAnotherConsumer: ("The token was given to another app.", "Use one consumer key for all steps.")
        case .tokenNotExpected:
            ("A token was sent where there is none yet.", "Ask for a request token without oauth_token.")
        case .signatureDiffers:
            (
                "The signature fits nothing that could have been meant.",
                "Compare the base string, then the consumer secret and the token secret."
            )
        case .signatureOtherHash:
            ("The signature is not 20 bytes in base64, so no HMAC-SHA1.", "Use HMAC-SHA1 and standard base64.")
        case .signatureEscapedTwice:
            ("The signature is percent-encoded twice.", "Encode it once, when it is put into the header.")
        case .signatureWithoutTokenSecret:
            ("The key left out the token secret.", "Sign with consumer secret, ampersand and token secret.")
        case .signatureWithoutAmpersand:
            ("The key lacks the ampersand after the consumer secret.", "Keep it, also when there is no token secret.")
        case .signaturePort:
            (
                "The signed URL has a port that it should not have, or lacks one.",
                "Leave out 80 for http and 443 for https only."
            )
        case .signatureScheme:
            ("The signed URL has the other one of http and https.", "Sign the URL that is really called.")
        case .signatureURLWithQuery:
            ("The signed URL still has its query.", "Move the query's parameters into the list of parameters.")
        case .signatureMethodCase: ("The signed method is not in upper case.", "Write the method in upper case.")
        case .signatureWithoutQuery:
            ("The query's parameters were not signed.", "Sign the query's parameters with the others.")
        case .signatureWithoutBody:
            ("The form body's parameters were not signed.", "Sign the form's parameters with the others.")
        case .signatureWithoutParameter:
            ("A parameter of the protocol was not signed.", "Sign all of them but realm and oauth_signature.")
        case .signatureUnsorted:
            ("The signed parameters are not sorted.", "Sort them by their encoded names, then values.")
        case .signatureBlankAsPlus: ("A blank was signed as a plus sign.", "Encode a blank as %20.")
        case .signatureEncodedOnce:
            ("The parameters were encoded once where twice is due.", "Encode each value, then the joined list again.")
        case .callbackMissing: ("No callback was sent.", "Send oauth_callback: a URL, or oob for a PIN.")
        case .callbackUnusable:
            (
                "The callback is no absolute URL that a browser can be sent to.",
                "Send an https URL or one of the app's own scheme."
            )
        case .callbackNotApproved: ("The app has not approved the callback.", "Approve it in the app's settings.")
        case .accountUnknown: ("No account has this id.", "Choose one of the accounts that the page lists.")
        case .decidedAlready: ("The user has decided on this request token before.", "Begin with a new request token.")
        case .notAuthorized: ("The user has not decided on this request token yet.", "Send the user to the page first.")
        case .denied: ("The user denied the app access.", "Treat it as a choice, not as a failure.")
        case .verifierDiffers: ("The verifier is not the one of this request token.", "Send oauth_verifier as it came.")
        case .tokenSecretDiffers: ("The token secret does not belong to the token.", "Send both as they came.")
        }
    }
}
