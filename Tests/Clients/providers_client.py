"""requests-oauthlib signs in with the simulated Twitter, PyJWT verifies what the simulated Apple gives out."""

import hashlib
import html
import re

import jwt
import requests
from oauthlib.oauth1 import SIGNATURE_HMAC_SHA256
from requests_oauthlib import OAuth1, OAuth1Session
from requests_oauthlib.oauth1_session import TokenRequestDenied

from served import *

APPLE = WORLD.get("apple")
TWITTER = WORLD.get("twitter")
#: The app that the sample world registers with Twitter.
CONSUMER = WORLD.get("twitter_consumer") or {}
CALLBACK = "http://127.0.0.1:9/callback?from=twitter"


def fields(page):
    """The hidden fields of a page's form."""
    found = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', page)
    return {html.unescape(name): html.unescape(value) for name, value in found}


def accounts(page):
    return [html.unescape(value) for value in re.findall(r'<button name="account" value="([^"]*)"', page)]


@check("they are served")
def _():
    assert APPLE and TWITTER and CONSUMER, "the first line of serve --json has no apple, twitter and twitter_consumer"


# Twitter


def twitter(**options):
    return OAuth1Session(CONSUMER["key"], client_secret=CONSUMER["secret"], callback_uri=CALLBACK, **options)


def choose(session, **choice):
    token = session.fetch_request_token(TWITTER + "/oauth/request_token")["oauth_token"]
    page = requests.get(session.authorization_url(TWITTER + "/oauth/authenticate"), timeout=30)
    equal(page.status_code, 200)
    choice = choice or {"account": accounts(page.text)[0]}
    answer = requests.post(
        TWITTER + "/oauth/authorize", data={**fields(page.text), **choice}, allow_redirects=False, timeout=30)
    equal(answer.status_code, 303)
    return token, answer.headers["Location"]


@check("Twitter: signs in", when=bool(TWITTER))
def _():
    session = twitter()
    _, location = choose(session)
    assert location.startswith(CALLBACK + "&oauth_token="), location
    session.parse_authorization_response(location)
    access = session.fetch_access_token(TWITTER + "/oauth/access_token")
    assert access["oauth_token"].startswith(access["user_id"] + "-")
    user = session.get(
        TWITTER + "/1.1/account/verify_credentials.json", params={"include_email": "true", "x": "a b+c&é~"}).json()
    equal((user["id_str"], user["screen_name"]), (access["user_id"], access["screen_name"]))
    assert "@" in user["email"]
    reply = call(
        "accounts:signInWithIdp", requestUri="http://localhost", returnSecureToken=True,
        postBody=f"access_token={access['oauth_token']}&oauth_token_secret={access['oauth_token_secret']}"
                 "&providerId=twitter.com")
    equal((reply["providerId"], reply["federatedId"]), ("twitter.com", user["id_str"]))
    equal((reply["screenName"], reply["oauthTokenSecret"]), (user["screen_name"], access["oauth_token_secret"]))


@check("Twitter: denies", when=bool(TWITTER))
def _():
    token, location = choose(twitter(), deny="1")
    equal(query(location)["denied"], token)


@check("Twitter: signatures in header, query and form are the same to it", when=bool(TWITTER))
def _():
    for kind in ("AUTH_HEADER", "QUERY", "BODY"):
        signed = OAuth1(
            CONSUMER["key"], CONSUMER["secret"], callback_uri="oob", signature_type=kind)
        answer = requests.post(TWITTER + "/oauth/request_token", auth=signed, timeout=30, data={"x": "a b+c&é~"})
        equal((kind, answer.status_code), (kind, 200))


@check("Twitter: refuses what is not signed as it should be", when=bool(TWITTER))
def _():
    with refused(TokenRequestDenied, "401"):
        OAuth1Session(CONSUMER["key"], client_secret="wrong", callback_uri=CALLBACK).fetch_request_token(
            TWITTER + "/oauth/request_token")
    with refused(TokenRequestDenied, "401"):
        twitter(signature_method=SIGNATURE_HMAC_SHA256).fetch_request_token(TWITTER + "/oauth/request_token")
    with later("301s"):
        with refused(TokenRequestDenied, "401"):
            twitter().fetch_request_token(TWITTER + "/oauth/request_token")


# Apple


def sign_in_with_apple(**changes):
    asked = {
        "client_id": "com.example.web", "redirect_uri": "http://127.0.0.1:9/apple", "response_type": "code id_token",
        "response_mode": "form_post", "scope": "name email", "state": "s", **changes}
    page = requests.get(APPLE + "/auth/authorize", params=asked, timeout=30)
    equal(page.status_code, 200)
    form = {**fields(page.text), "account": accounts(page.text)[0]}
    done = requests.post(APPLE + "/auth/authorize/choice", data=form, timeout=30)
    equal(done.status_code, 200)
    return fields(done.text)


def verify(token):
    document = requests.get(APPLE + "/.well-known/openid-configuration", timeout=30).json()
    key = jwt.PyJWKClient(document["jwks_uri"]).get_signing_key_from_jwt(token).key
    return jwt.decode(token, key, algorithms=["RS256"], audience="com.example.web", issuer=document["issuer"])


@check("Apple: an identity token is verified by its key set", when=bool(APPLE))
def _():
    nonce = hashlib.sha256(b"raw").hexdigest()
    posted = sign_in_with_apple(nonce=nonce)
    equal(posted["state"], "s")
    claims = verify(posted["id_token"])
    equal((claims["nonce"], claims["nonce_supported"]), (nonce, True))
    half = hashlib.sha256(posted["code"].encode()).digest()[:16]
    equal(jwt.utils.base64url_decode(claims["c_hash"]), half)


@check("Apple: the auth service takes the token with the raw nonce", when=bool(APPLE))
def _():
    posted = sign_in_with_apple(nonce=hashlib.sha256(b"raw").hexdigest())

    def present(nonce):
        return call(
            "accounts:signInWithIdp", requestUri="http://localhost", returnSecureToken=True,
            postBody=f"id_token={posted['id_token']}&providerId=apple.com&nonce={nonce}")

    equal(present("raw")["providerId"], "apple.com")
    if IS_STRICT:
        with refused(Refusal, "MISSING_OR_INVALID_NONCE"):
            present(hashlib.sha256(b"raw").hexdigest())


run("identity providers")
