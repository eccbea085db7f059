"""The backend: trades an ID token for a custom token, with firebase-admin and nothing of session-bridge in it."""

import os

import firebase_admin
from firebase_admin import auth
from flask import Flask, jsonify, redirect, request

firebase_admin.initialize_app(options={"projectId": os.environ["GCLOUD_PROJECT"]})
app = Flask(__name__)
#: What goes wrong, for the project files beside this one: nothing, or one mistake by name.
MISTAKE = os.environ.get("MISTAKE", "")


@app.get("/health")
def health():
    return {"ok": True}


@app.get("/login")
def login():
    return f"<!doctype html><title>Sign in</title><p>Sign in to go on to {request.args.get('next', '/')}"


@app.post("/auth/exchange")
def exchange():
    if MISTAKE == "behind-login":
        # The sign-in check of the rest of the site covers this path too.
        return redirect(f"/login?next={request.path}")
    body = request.get_json(silent=True) or {}
    if "id_token" not in body:
        return jsonify(message="id_token is missing"), 400
    try:
        claims = auth.verify_id_token(body["id_token"])
    except (ValueError, auth.InvalidIdTokenError) as error:
        return jsonify(message=str(error)), 401
    if MISTAKE == "wrong-token":
        return jsonify(data={"customToken": body["id_token"]})
    token = auth.create_custom_token(claims["uid"]).decode()
    return jsonify(data={"customToken": token})


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "3000")))
