"""The same backend without an Admin SDK: it verifies ID tokens itself, as Firebase documents it for other libraries."""

import json
import os
import time

import jwt
import requests
from cryptography.x509 import load_pem_x509_certificate
from flask import Flask, jsonify, request

PROJECT = os.environ["GCLOUD_PROJECT"]
CERTIFICATES = os.environ.get(
    "CERTIFICATES_URL",
    "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com")
AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
app = Flask(__name__)


def verified(token):
    certificates = requests.get(CERTIFICATES, timeout=10).json()
    certificate = certificates[jwt.get_unverified_header(token)["kid"]]
    return jwt.decode(
        token, load_pem_x509_certificate(certificate.encode()).public_key(), algorithms=["RS256"],
        audience=PROJECT, issuer=f"https://securetoken.google.com/{PROJECT}", leeway=2)


def minted(uid):
    with open(os.environ["GOOGLE_APPLICATION_CREDENTIALS"]) as file:
        account = json.load(file)
    now = int(time.time())
    claims = {"iss": account["client_email"], "sub": account["client_email"], "aud": AUDIENCE, "uid": uid,
              "iat": now, "exp": now + 3600}
    return jwt.encode(claims, account["private_key"], algorithm="RS256", headers={"kid": account["private_key_id"]})


@app.get("/health")
def health():
    return {"ok": True}


@app.post("/auth/exchange")
def exchange():
    try:
        claims = verified(request.get_json()["id_token"])
    except (jwt.PyJWTError, KeyError) as error:
        return jsonify(message=f"{type(error).__name__}: {error}"), 401
    return jsonify(data={"customToken": minted(claims["sub"])})


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ.get("PORT", "3000")))
