"""Pyrebase4, unmodified: its addresses are Google's, so that its calls are led to the service."""

import json
import time

import jwt
import pyrebase
from requests.exceptions import HTTPError

from served import *

firebase = pyrebase.initialize_app({
    "apiKey": "any", "authDomain": f"{PROJECT}.firebaseapp.com", "databaseURL": f"https://{PROJECT}.firebaseio.com",
    "storageBucket": f"{PROJECT}.appspot.com"})
auth = firebase.auth()
ACCOUNT = json.load(open(SERVICE_ACCOUNT))
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"


def make_user():
    email = fresh_email()
    return email, auth.create_user_with_email_and_password(email, "correct-horse")


def code_for(email, kind):
    return [code["oobCode"] for code in codes() if code["email"] == email and code["requestType"] == kind][-1]


@check("signs up")
def _():
    email, user = make_user()
    equal((user["kind"], user["email"], user["expiresIn"]), ("identitytoolkit#SignupNewUserResponse", email, "3600"))
    assert user["idToken"].count(".") == 2 and user["refreshToken"] and user["localId"]
    with refused(HTTPError, "EMAIL_EXISTS"):
        auth.create_user_with_email_and_password(email, "correct-horse")
    with refused(HTTPError, "WEAK_PASSWORD"):
        auth.create_user_with_email_and_password(fresh_email(), "12345")
    with refused(HTTPError, "INVALID_EMAIL"):
        auth.create_user_with_email_and_password("nobody", "correct-horse")


@check("signs in with a password")
def _():
    email, user = make_user()
    again = auth.sign_in_with_email_and_password(email, "correct-horse")
    equal((again["localId"], again["registered"]), (user["localId"], True))
    with refused(HTTPError, "INVALID_"):
        auth.sign_in_with_email_and_password(email, "wrong-horse")
    with refused(HTTPError):
        auth.sign_in_with_email_and_password("nobody@example.com", "correct-horse")


@check("signs in anonymously")
def _():
    user = auth.sign_in_anonymous()
    assert user["idToken"] and user["localId"]
    assert "email" not in auth.get_account_info(user["idToken"])["users"][0]


@check("refreshes")
def _():
    _, user = make_user()
    again = auth.refresh(user["refreshToken"])
    equal(again["userId"], user["localId"])
    equal(auth.get_account_info(again["idToken"])["users"][0]["localId"], user["localId"])
    with refused(HTTPError, "INVALID_REFRESH_TOKEN"):
        auth.refresh("x")


@check("tells who the user is")
def _():
    email, user = make_user()
    info = auth.get_account_info(user["idToken"])
    equal(info["kind"], "identitytoolkit#GetAccountInfoResponse")
    row = info["users"][0]
    equal((row["localId"], row["email"], row["emailVerified"]), (user["localId"], email, False))
    equal(row["providerUserInfo"][0]["providerId"], "password")
    assert row["createdAt"].isdigit() and row["validSince"].isdigit()
    with refused(HTTPError, "INVALID_ID_TOKEN"):
        auth.get_account_info("x")


@check("signs in with a custom token")
def _():
    # Its own create_custom_token hands python-jwt 4 a key that it does not take, so that PyJWT mints.
    uid, now, address = fresh(), int(time.time()), ACCOUNT["client_email"]
    token = jwt.encode(
        {"iss": address, "sub": address, "aud": AUDIENCE, "uid": uid, "iat": now, "exp": now + 3600, "nbf": now,
         "jti": fresh("jti"), "claims": {"role": "admin"}}, ACCOUNT["private_key"], "RS256")
    user = auth.sign_in_with_custom_token(token)
    equal(user["expiresIn"], "3600")
    row = auth.get_account_info(user["idToken"])["users"][0]
    equal((row["localId"], row["customAuth"]), (uid, True))
    with refused(HTTPError, "INVALID_CUSTOM_TOKEN"):
        auth.sign_in_with_custom_token("x")


@check("has an address verified")
def _():
    email, user = make_user()
    equal(auth.send_email_verification(user["idToken"])["email"], email)
    call("accounts:update", oobCode=code_for(email, "VERIFY_EMAIL"))
    equal(auth.get_account_info(user["idToken"])["users"][0]["emailVerified"], True)


@check("resets a password")
def _():
    email, user = make_user()
    equal(auth.send_password_reset_email(email)["email"], email)
    equal(auth.verify_password_reset_code(code_for(email, "PASSWORD_RESET"), "battery-staple")["email"], email)
    equal(auth.sign_in_with_email_and_password(email, "battery-staple")["localId"], user["localId"])
    with refused(HTTPError, "INVALID_OOB_CODE"):
        auth.verify_password_reset_code("x", "battery-staple")


@check("changes a profile, and takes it away")
def _():
    _, user = make_user()
    auth.update_profile(user["idToken"], display_name="Taro", photo_url="https://example.com/a.png")
    row = auth.get_account_info(user["idToken"])["users"][0]
    equal((row["displayName"], row["photoUrl"]), ("Taro", "https://example.com/a.png"))
    auth.update_profile(user["idToken"], delete_attribute=["DISPLAY_NAME"])
    assert "displayName" not in auth.get_account_info(user["idToken"])["users"][0]


@check("changes address and password")
def _():
    _, user = make_user()
    email = fresh_email()
    changed = auth.change_email(user["idToken"], email)
    equal(changed["email"], email)
    changed = auth.change_password(changed["idToken"], "battery-staple")
    assert changed["idToken"] and changed["refreshToken"]
    equal(auth.sign_in_with_email_and_password(email, "battery-staple")["localId"], user["localId"])


@check("deletes an account")
def _():
    email, user = make_user()
    auth.delete_user_account(user["idToken"])
    with refused(HTTPError):
        auth.sign_in_with_email_and_password(email, "correct-horse")
    with refused(HTTPError):
        auth.refresh(user["refreshToken"])


redirect_google()
run("pyrebase4")
