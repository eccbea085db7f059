"""A site that renders on the server: it trades an ID token for a session cookie, with firebase-admin alone."""

import datetime
import os

import firebase_admin
from fastapi import FastAPI, Header, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from firebase_admin import auth

firebase_admin.initialize_app(options={"projectId": os.environ["GCLOUD_PROJECT"]})
app = FastAPI()
#: What goes wrong, for the project file beside this one: nothing, or one mistake by name.
MISTAKE = os.environ.get("MISTAKE", "")


@app.get("/health")
def health():
    return {"ok": True}


@app.get("/auth/native")
def native(next: str = "/account", authorization: str = Header(default="")):
    """The app opens its web view here, with its ID token as a bearer token."""
    scheme, _, token = authorization.partition(" ")
    if scheme != "Bearer":
        return PlainTextResponse("an ID token is missing", 401)
    try:
        auth.verify_id_token(token)
        session = auth.create_session_cookie(token, expires_in=datetime.timedelta(days=5))
    except (ValueError, auth.InvalidIdTokenError) as error:
        return PlainTextResponse(str(error), 401)
    answer = RedirectResponse(next if next.startswith("/") else "/account", 303)
    # Without a path of its own a cookie is for the folder that set it.
    path = "/auth" if MISTAKE == "path" else "/"
    answer.set_cookie("session", session, max_age=5 * 86400, path=path, httponly=True, samesite="lax")
    return answer


@app.get("/account", response_class=HTMLResponse)
def account(request: Request):
    # A session cookie is signed by other keys than an ID token, and has another issuer.
    verify = auth.verify_id_token if MISTAKE == "verifier" else auth.verify_session_cookie
    try:
        user = verify(request.cookies.get("session", ""))
    except (ValueError, auth.InvalidSessionCookieError, auth.InvalidIdTokenError):
        return RedirectResponse("/login", 303)
    return f"<!doctype html><title>Account</title><main id='account'>Hello {user['email']}</main>"


@app.get("/login", response_class=HTMLResponse)
def login():
    return "<!doctype html><title>Sign in</title><p>Please sign in.</p>"
