"""PyJWT: verifies what the service signs by its published keys, and mints what the service must not take."""

import base64
import hashlib
import hmac
import json
import time

import jwt
import requests
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from served import *

ISSUER = f"https://securetoken.google.com/{PROJECT}"
ADDRESS = "securetoken@system.gserviceaccount.com"
JWKS = f"{AUTH}/www.googleapis.com/service_accounts/v1/jwk/{ADDRESS}"
CERTIFICATES = f"/www.googleapis.com/robot/v1/metadata/x509/{ADDRESS}"
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
ACCOUNT = json.load(open(SERVICE_ACCOUNT))


def sign_up():
    return call("accounts:signUp", email=fresh_email(), password="correct-horse", returnSecureToken=True)


def verify(token, key=None):
    key = key or jwt.PyJWKClient(JWKS).get_signing_key_from_jwt(token).key
    return jwt.decode(
        token, key, algorithms=["RS256"], audience=PROJECT, issuer=ISSUER,
        options={"require": ["exp", "iat", "aud", "iss", "sub"]})


def custom_claims(**changes):
    now = int(time.time())
    claims = {
        "iss": ACCOUNT["client_email"], "sub": ACCOUNT["client_email"], "aud": AUDIENCE, "iat": now,
        "exp": now + 3600, "uid": fresh()}
    claims.update(changes)
    return {name: value for name, value in claims.items() if value is not None}


def sign_in(token):
    return call("accounts:signInWithCustomToken", token=token, returnSecureToken=True)


@check("an unsigned token has three parts and says alg none", when=not IS_SIGNED)
def _():
    token = sign_up()["idToken"]
    equal((token.count("."), token[-1], jwt.get_unverified_header(token)["alg"]), (2, ".", "none"))
    claims = jwt.decode(token, options={"verify_signature": False})
    equal((claims["aud"], claims["iss"], claims["exp"] - claims["iat"]), (PROJECT, ISSUER, 3600))


@check("an ID token is verified by the key set", when=IS_SIGNED)
def _():
    user = sign_up()
    claims = verify(user["idToken"])
    equal((claims["sub"], claims["user_id"], claims["exp"] - claims["iat"]), (user["localId"], user["localId"], 3600))
    header = jwt.get_unverified_header(user["idToken"])
    equal((header["alg"], header["typ"], bool(header["kid"])), ("RS256", "JWT", True))


@check("an ID token is verified by the certificates", when=IS_SIGNED)
def _():
    token = sign_up()["idToken"]
    pem = get(CERTIFICATES)[jwt.get_unverified_header(token)["kid"]]
    verify(token, x509.load_pem_x509_certificate(pem.encode()).public_key())


@check("the keys say how long they may be kept")
def _():
    for url in (JWKS, AUTH + CERTIFICATES):
        field = requests.get(url, timeout=30).headers["Cache-Control"]
        assert "max-age=" in field and int(field.partition("max-age=")[2].partition(",")[0]) > 0, field


@check("a token that was touched is not verified", when=IS_SIGNED)
def _():
    head, body, signature = sign_up()["idToken"].split(".")
    other = sign_up()["idToken"].split(".")[1]
    with refused(jwt.InvalidSignatureError):
        verify(f"{head}.{other}.{signature}")
    with refused(jwt.InvalidAudienceError):
        token = f"{head}.{body}.{signature}"
        key = jwt.PyJWKClient(JWKS).get_signing_key_from_jwt(token).key
        jwt.decode(token, key, algorithms=["RS256"], audience="another-project")


@check("a session cookie is verified by its own keys", when=IS_STRICT)
def _():
    made = admin("POST", f"/v1/projects/{PROJECT}:createSessionCookie",
                 {"idToken": sign_up()["idToken"], "validDuration": 300})
    cookie = made["sessionCookie"]
    key_id = jwt.get_unverified_header(cookie)["kid"]
    issuer = f"https://session.firebase.google.com/{PROJECT}"
    keys = {key["kid"]: key for key in get("/identitytoolkit.googleapis.com/v1/sessionCookiePublicKeys")["keys"]}
    jwt.decode(cookie, jwt.PyJWK(keys[key_id]).key, algorithms=["RS256"], audience=PROJECT, issuer=issuer)
    pem = get("/www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys")[key_id]
    key = x509.load_pem_x509_certificate(pem.encode()).public_key()
    jwt.decode(cookie, key, algorithms=["RS256"], audience=PROJECT, issuer=issuer)


@check("a token expires by the world's clock", when=IS_STRICT)
def _():
    user = sign_up()
    call("accounts:lookup", idToken=user["idToken"])
    with later("3600s"):
        with refused(Refusal, "TOKEN_EXPIRED"):
            call("accounts:lookup", idToken=user["idToken"])
        refresh(user["refreshToken"])


@check("a custom token that PyJWT minted signs in")
def _():
    claims = custom_claims(claims={"role": "admin"})
    tokens = sign_in(jwt.encode(claims, ACCOUNT["private_key"], "RS256"))
    if IS_SIGNED:
        equal((verify(tokens["idToken"])["sub"], verify(tokens["idToken"])["role"]), (claims["uid"], "admin"))


@check("custom tokens that production refuses are refused", when=IS_STRICT)
def _():
    now = int(time.time())
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    private = ACCOUNT["private_key"]
    public = serialization.load_pem_private_key(private.encode(), None).public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    for what, token in {
        "another key": jwt.encode(custom_claims(), stranger, "RS256"),
        "another hash": jwt.encode(custom_claims(), private, "RS512"),
        "no signature": jwt.encode(custom_claims(), None, "none"),
        "HMAC with the public key": hmac_token(custom_claims(), public),
        "an hour ago": jwt.encode(custom_claims(iat=now - 3601, exp=now - 1), private, "RS256"),
        "two hours long": jwt.encode(custom_claims(exp=now + 7200), private, "RS256"),
        "another audience": jwt.encode(custom_claims(aud=PROJECT), private, "RS256"),
        "another issuer": jwt.encode(custom_claims(iss="x@example.com"), private, "RS256"),
        "no uid": jwt.encode(custom_claims(uid=None), private, "RS256"),
        "a long uid": jwt.encode(custom_claims(uid="u" * 129), private, "RS256"),
        "a reserved claim": jwt.encode(custom_claims(claims={"sub": "x"}), private, "RS256"),
        "an ID token": sign_up()["idToken"],
        "JSON": json.dumps(custom_claims()),
    }.items():
        try:
            sign_in(token)
        except Refusal as refusal:
            assert str(refusal).startswith("400 "), f"{what}: {refusal}"
        else:
            raise AssertionError(f"a custom token with {what} was taken")


def hmac_token(claims, secret):
    """What PyJWT refuses to make: the public key's own bytes as an HMAC secret."""

    def encoded(data):
        return base64.urlsafe_b64encode(data).decode().rstrip("=")

    message = f"{encoded(json.dumps({'alg': 'HS256', 'typ': 'JWT'}).encode())}.{encoded(json.dumps(claims).encode())}"
    return f"{message}.{encoded(hmac.new(secret, message.encode(), hashlib.sha256).digest())}"


@check("ID tokens of others are refused", when=IS_STRICT)
def _():
    stranger = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    user = sign_up()
    claims = jwt.decode(user["idToken"], options={"verify_signature": False})
    key_id = jwt.get_unverified_header(user["idToken"])["kid"]
    for what, token in {
        "another key": jwt.encode(claims, stranger, "RS256", {"kid": key_id}),
        "an unknown key id": jwt.encode(claims, stranger, "RS256", {"kid": "x"}),
        "the service account's key": jwt.encode(claims, ACCOUNT["private_key"], "RS256", {"kid": key_id}),
        "no signature": jwt.encode(claims, None, "none"),
    }.items():
        with refused(Refusal, "INVALID_ID_TOKEN"):
            call("accounts:lookup", idToken=token)


@check("a turned key verifies its old tokens until it is dropped", when=IS_SIGNED)
def _():
    before = sign_up()["idToken"]
    control("/__bridge/keys:rotate", {})
    after = sign_up()["idToken"]
    assert jwt.get_unverified_header(before)["kid"] != jwt.get_unverified_header(after)["kid"]
    verify(before)
    verify(after)
    control("/__bridge/keys:rotate", {"drop_old": True})
    with refused(jwt.PyJWKClientError):
        verify(after)
    if IS_STRICT:
        with refused(Refusal, "INVALID_ID_TOKEN"):
            call("accounts:lookup", idToken=after)


run("PyJWT")
