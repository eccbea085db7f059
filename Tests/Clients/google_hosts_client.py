"""firebase-admin and google-auth as they are in production: no variable of the emulator's, Google's addresses, TLS.

Run under `session-bridge exec --google-hosts`, which is all that differs.
"""

import datetime
import os
import time

import firebase_admin
import google.auth
import jwt
import requests
from firebase_admin import auth, credentials
from google.auth.exceptions import GoogleAuthError, RefreshError
from google.auth.transport.requests import AuthorizedSession, Request
from google.oauth2 import id_token, service_account

from served import *

TOOLKIT = "https://identitytoolkit.googleapis.com/v1"
assert "FIREBASE_AUTH_EMULATOR_HOST" not in os.environ

# No credential, no project: both come from the environment, as on Google's own machines.
firebase_admin.initialize_app()


def make_user(**fields):
    return auth.create_user(email=fresh_email(), password="correct-horse", **fields)


def post(path, **fields):
    response = requests.post(f"{TOOLKIT}/{path}?key=any", json=fields, timeout=30)
    if response.status_code != 200:
        raise Refusal(f"{response.status_code} {response.json()['error']['message']}")
    return response.json()


def sign_in(user):
    return post("accounts:signInWithPassword", email=user.email, password="correct-horse", returnSecureToken=True)


@check("creates, gets, lists and deletes users with an access token of its own")
def _():
    made = [make_user(display_name=f"Taro {n}") for n in range(3)]
    equal(auth.get_user(made[0].uid).display_name, "Taro 0")
    equal(auth.get_user_by_email(made[1].email).uid, made[1].uid)
    assert {user.uid for user in made} <= {user.uid for user in auth.list_users(max_results=2).iterate_all()}
    auth.delete_user(made[2].uid)
    with refused(auth.UserNotFoundError):
        auth.get_user(made[2].uid)
    with refused(auth.EmailAlreadyExistsError):
        auth.create_user(email=made[0].email)


@check("its custom token signs in, and the ID token is verified in full")
def _():
    user = make_user()
    auth.set_custom_user_claims(user.uid, {"admin": True})
    token = auth.create_custom_token(user.uid, {"role": "editor"}).decode()
    tokens = post("accounts:signInWithCustomToken", token=token, returnSecureToken=True)
    claims = auth.verify_id_token(tokens["idToken"], check_revoked=True)
    equal((claims["uid"], claims["admin"], claims["role"]), (user.uid, True, "editor"))
    equal((claims["aud"], claims["iss"]), (PROJECT, f"https://securetoken.google.com/{PROJECT}"))
    head, body, signature = tokens["idToken"].split(".")
    flipped = "A" if signature[9] != "A" else "B"
    with refused(auth.InvalidIdTokenError):
        auth.verify_id_token(f"{head}.{body}.{signature[:9]}{flipped}{signature[10:]}")


@check("revoking ends the tokens of before")
def _():
    user = make_user()
    token = sign_in(user)["idToken"]
    # Both are whole seconds, of one clock.
    while time.time() < auth.verify_id_token(token)["iat"] + 1:
        time.sleep(0.05)
    auth.revoke_refresh_tokens(user.uid)
    equal(auth.verify_id_token(token)["uid"], user.uid)
    with refused(auth.RevokedIdTokenError):
        auth.verify_id_token(token, check_revoked=True)
    auth.update_user(user.uid, disabled=True)
    with refused(auth.UserDisabledError):
        auth.verify_id_token(token, check_revoked=True)


@check("session cookies are made and verified")
def _():
    user = make_user()
    cookie = auth.create_session_cookie(sign_in(user)["idToken"], datetime.timedelta(days=1))
    equal(auth.verify_session_cookie(cookie, check_revoked=True)["uid"], user.uid)


@check("refresh tokens are traded at their own host")
def _():
    tokens = sign_in(make_user())
    answer = requests.post(
        "https://securetoken.googleapis.com/v1/token?key=any",
        data={"grant_type": "refresh_token", "refresh_token": tokens["refreshToken"]}, timeout=30).json()
    equal(auth.verify_id_token(answer["id_token"])["uid"], tokens["localId"])


@check("google-auth finds its credentials, and its sessions are administrators")
def _():
    found, project = google.auth.default(scopes=["https://www.googleapis.com/auth/cloud-platform"])
    equal(project, PROJECT)
    user = make_user()
    answer = AuthorizedSession(found).post(
        f"{TOOLKIT}/projects/{PROJECT}/accounts:lookup", json={"localId": [user.uid]}, timeout=30)
    equal(answer.json()["users"][0]["localId"], user.uid)


@check("google-auth verifies Firebase's ID tokens, and those of service accounts")
def _():
    user = make_user()
    claims = id_token.verify_firebase_token(sign_in(user)["idToken"], Request(), audience=PROJECT)
    equal(claims["sub"], user.uid)
    own = service_account.IDTokenCredentials.from_service_account_file(
        os.environ["GOOGLE_APPLICATION_CREDENTIALS"], target_audience="https://run.example")
    own.refresh(Request())
    claims = id_token.verify_oauth2_token(own.token, Request(), audience="https://run.example")
    equal((claims["email"], claims["iss"]), (own.service_account_email, "https://accounts.google.com"))
    with refused((ValueError, GoogleAuthError)):
        id_token.verify_oauth2_token(own.token, Request(), audience="https://other.example")


@check("PyJWT verifies with Google's published keys")
def _():
    user = make_user()
    token = sign_in(user)["idToken"]
    answer = requests.get(
        "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com", timeout=30)
    assert "max-age=" in answer.headers["cache-control"], answer.headers
    keys = {key["kid"]: jwt.PyJWK(key) for key in answer.json()["keys"]}
    claims = jwt.decode(token, keys[jwt.get_unverified_header(token)["kid"]].key, algorithms=["RS256"], audience=PROJECT)
    equal(claims["sub"], user.uid)


@check("a key that is not the account's gets no access token")
def _():
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    with open(os.environ["GOOGLE_APPLICATION_CREDENTIALS"]) as file:
        forged = json.load(file)
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    forged["private_key"] = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()).decode()
    with refused(RefreshError, "invalid_grant: Invalid JWT Signature."):
        service_account.Credentials.from_service_account_info(
            forged, scopes=["https://www.googleapis.com/auth/cloud-platform"]).refresh(Request())
    app = firebase_admin.initialize_app(credentials.Certificate(forged), name=fresh("app"))
    with refused(RefreshError, "invalid_grant"):
        auth.get_user("x", app)
    firebase_admin.delete_app(app)


@check("the emulator's credential opens nothing")
def _():
    for bearer in ("owner", "ya29.made-up"):
        answer = requests.post(
            f"{TOOLKIT}/projects/{PROJECT}/accounts:lookup", json={"localId": ["x"]},
            headers={"Authorization": f"Bearer {bearer}"}, timeout=30)
        equal((answer.status_code, answer.json()["error"]["status"]), (401, "UNAUTHENTICATED"))


@check("what is not simulated is not found, and hosts elsewhere are refused with what to do")
def _():
    answer = requests.get("https://www.googleapis.com/calendar/v3/users/me/calendarList", timeout=30)
    equal(answer.status_code, 404)
    assert "Error 404 (Not Found)" in answer.text, answer.text
    with refused(requests.exceptions.ProxyError, "pass --allow-host api.example.com"):
        requests.get("https://api.example.com/", timeout=30)


run("google_hosts")
