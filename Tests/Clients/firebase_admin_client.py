"""firebase-admin, unmodified, with FIREBASE_AUTH_EMULATOR_HOST; and without it where it verifies as in production."""

import base64
import contextlib
import datetime
import hashlib
import hmac
import os

import firebase_admin
from firebase_admin import auth, credentials, tenant_mgt

from served import *

EMULATOR = "FIREBASE_AUTH_EMULATOR_HOST"
os.environ[EMULATOR] = AUTH.removeprefix("http://")
# Beside an emulator the key is not used, but tenant_mgt wants some credential before it looks.
firebase_admin.initialize_app(credentials.Certificate(SERVICE_ACCOUNT), {"projectId": PROJECT})


@contextlib.contextmanager
def production():
    """Firebase-admin as it is in production: a key of its own, and Google's addresses, which lead to the service."""
    del os.environ[EMULATOR]
    app = firebase_admin.initialize_app(
        credentials.Certificate(SERVICE_ACCOUNT), {"projectId": PROJECT}, name=fresh("app"))
    try:
        yield app
    finally:
        firebase_admin.delete_app(app)
        os.environ[EMULATOR] = AUTH.removeprefix("http://")


def make_user(**fields):
    return auth.create_user(email=fresh_email(), password="correct-horse", **fields)


def sign_in(user):
    return call("accounts:signInWithPassword", email=user.email, password="correct-horse", returnSecureToken=True)


def custom_token(uid, claims=None, tenant=None):
    """Minted as the mode wants it: by the key of the service account, or as firebase-admin does beside an emulator."""
    if not IS_STRICT:
        client = tenant_mgt.auth_for_tenant(tenant) if tenant else auth
        return client.create_custom_token(uid, claims).decode()
    with production() as app:
        client = tenant_mgt.auth_for_tenant(tenant, app) if tenant else None
        token = client.create_custom_token(uid, claims) if client else auth.create_custom_token(uid, claims, app)
        return token.decode()


# Users


@check("creates a user with all that a record has")
def _():
    email, phone, uid = fresh_email(), fresh_phone(), fresh()
    user = auth.create_user(
        uid=uid, email=email, email_verified=True, phone_number=phone, password="correct-horse",
        display_name="Taro 太郎", photo_url="https://example.com/a.png", disabled=False)
    equal((user.uid, user.email, user.email_verified), (uid, email, True))
    equal((user.phone_number, user.display_name, user.photo_url), (phone, "Taro 太郎", "https://example.com/a.png"))
    equal(user.disabled, False)
    equal(sorted(row.provider_id for row in user.provider_data), ["password", "phone"])
    assert user.user_metadata.creation_timestamp > 0


@check("creates a user of whom nothing is known, with an id of the service's")
def _():
    user = auth.create_user()
    assert len(user.uid) >= 20 and user.email is None and user.provider_data == []


@check("does not create a user whose id, address or number is taken")
def _():
    uid, phone = fresh(), fresh_phone()
    user = make_user(uid=uid, phone_number=phone)
    with refused(auth.UidAlreadyExistsError):
        auth.create_user(uid=uid)
    with refused(auth.EmailAlreadyExistsError):
        auth.create_user(email=user.email.upper())
    with refused(auth.PhoneNumberAlreadyExistsError):
        auth.create_user(phone_number=phone)


@check("gets users by id, address and number, and says who is not there")
def _():
    phone = fresh_phone()
    user = make_user(phone_number=phone)
    equal(auth.get_user(user.uid).uid, user.uid)
    equal(auth.get_user_by_email(user.email).uid, user.uid)
    equal(auth.get_user_by_phone_number(phone).uid, user.uid)
    for look in (lambda: auth.get_user("nobody"), lambda: auth.get_user_by_email("nobody@example.com"),
                 lambda: auth.get_user_by_phone_number("+15550009999")):
        with refused(auth.UserNotFoundError):
            look()


@check("gets many users in one call")
def _():
    first, second = make_user(), make_user(phone_number=fresh_phone())
    found = auth.get_users([
        auth.UidIdentifier(first.uid), auth.EmailIdentifier(second.email),
        auth.PhoneIdentifier(second.phone_number), auth.UidIdentifier("nobody"),
        auth.ProviderIdentifier("google.com", "nobody")])
    equal({user.uid for user in found.users}, {first.uid, second.uid})
    equal(len(found.not_found), 2)
    equal(auth.get_users([auth.UidIdentifier("nobody")]).users, [])


@check("updates a user, and takes things away")
def _():
    user = make_user(display_name="Before", photo_url="https://example.com/a.png", phone_number=fresh_phone())
    email = fresh_email()
    changed = auth.update_user(user.uid, display_name="After", email=email, email_verified=True)
    equal((changed.display_name, changed.email, changed.email_verified), ("After", email, True))
    bare = auth.update_user(
        user.uid, display_name=auth.DELETE_ATTRIBUTE, photo_url=auth.DELETE_ATTRIBUTE,
        phone_number=auth.DELETE_ATTRIBUTE)
    equal((bare.display_name, bare.photo_url, bare.phone_number), (None, None, None))
    equal([row.provider_id for row in bare.provider_data], ["password"])
    with refused(auth.UserNotFoundError):
        auth.update_user("nobody", display_name="x")


@check("finds a user by a provider's id, and unlinks the provider")
def _():
    uid, raw, email = fresh(), fresh("google"), fresh_email()
    row = auth.UserProvider(raw, "google.com", email=email, display_name="G")
    equal(auth.import_users([auth.ImportUserRecord(uid=uid, email=email, provider_data=[row])]).failure_count, 0)
    found = auth.get_users([auth.ProviderIdentifier("google.com", raw)]).users
    equal([(user.uid, user.provider_data[0].uid, user.provider_data[0].display_name) for user in found],
          [(uid, raw, "G")])
    equal(auth.update_user(uid, providers_to_delete=["google.com"]).provider_data, [])


@check("lists users page by page, each once")
def _():
    made = {make_user().uid for _ in range(5)}
    page, seen, pages = auth.list_users(max_results=2), [], 0
    while page is not None:
        assert len(page.users) <= 2
        seen += [user.uid for user in page.users]
        pages, page = pages + 1, page.get_next_page() if page.has_next_page else None
    equal(len(seen), len(set(seen)))
    assert made <= set(seen) and pages >= 3
    equal({user.uid for user in auth.list_users().iterate_all()}, set(seen))


@check("imports users, and tells which ones it could not")
def _():
    owner = make_user()
    records = [
        auth.ImportUserRecord(
            uid=fresh(), email=fresh_email(), display_name="Imported", custom_claims={"role": "admin"},
            phone_number=fresh_phone(), user_metadata=auth.UserMetadata(creation_timestamp=1_600_000_000_000)),
        auth.ImportUserRecord(uid=fresh(), email=owner.email),
    ]
    result = auth.import_users(records)
    equal((result.success_count, result.failure_count), (1, 1))
    equal(result.errors[0].index, 1)
    user = auth.get_user(records[0].uid)
    equal((user.display_name, user.custom_claims), ("Imported", {"role": "admin"}))
    equal(user.user_metadata.creation_timestamp, 1_600_000_000_000)


@check("signs in whom it imported with a hash of another system", when=IS_STRICT)
def _():
    password, salt, key = b"correct-horse", b"salt", b"signer-key"
    for scheme, made in [
        (auth.UserImportHash.hmac_sha256(key), hmac.new(key, password + salt, hashlib.sha256).digest()),
        (auth.UserImportHash.pbkdf2_sha256(1000), hashlib.pbkdf2_hmac("sha256", password, salt, 1000)),
        (auth.UserImportHash.standard_scrypt(
            memory_cost=1024, parallelization=1, block_size=8, derived_key_length=64),
         hashlib.scrypt(password, salt=salt, n=1024, r=8, p=1, dklen=64)),
    ]:
        record = auth.ImportUserRecord(uid=fresh(), email=fresh_email(), password_salt=salt, password_hash=made)
        equal(auth.import_users([record], hash_alg=scheme).failure_count, 0)
        user = auth.get_user(record.uid)
        equal(sign_in(user)["localId"], record.uid)
        with refused(Refusal, "INVALID_"):
            call("accounts:signInWithPassword", email=user.email, password="wrong-horse")


@check("disables a user, who then cannot sign in or refresh")
def _():
    user = make_user()
    tokens = sign_in(user)
    equal(auth.update_user(user.uid, disabled=True).disabled, True)
    with refused(Refusal, "USER_DISABLED"):
        sign_in(user)
    with refused(Refusal, "USER_DISABLED"):
        refresh(tokens["refreshToken"])
    with refused(auth.UserDisabledError):
        auth.verify_id_token(tokens["idToken"], check_revoked=True)
    equal(auth.update_user(user.uid, disabled=False).disabled, False)
    sign_in(user)


@check("deletes one user, and many")
def _():
    one = make_user()
    auth.delete_user(one.uid)
    with refused(auth.UserNotFoundError):
        auth.get_user(one.uid)
    with refused(auth.UserNotFoundError):
        auth.delete_user(one.uid)
    made = [make_user().uid for _ in range(3)]
    result = auth.delete_users(made + ["nobody"])
    equal((result.success_count, result.failure_count), (4, 0))
    equal(auth.get_users([auth.UidIdentifier(uid) for uid in made]).users, [])


# Tokens


@check("its custom token signs in, with its claims")
def _():
    uid = fresh()
    tokens = call("accounts:signInWithCustomToken", token=custom_token(uid, {"role": "admin"}), returnSecureToken=True)
    equal(tokens["expiresIn"], "3600")
    claims = auth.verify_id_token(tokens["idToken"])
    equal((claims["uid"], claims["role"], claims["firebase"]["sign_in_provider"]), (uid, "admin", "custom"))
    again = auth.verify_id_token(refresh(tokens["refreshToken"])["id_token"])
    equal((again["uid"], again["role"]), (uid, "admin"))
    equal(auth.get_user(uid).uid, uid)


@check("its unsigned custom token is refused", when=IS_STRICT)
def _():
    # Its issuer is no account of the project, and nobody signed it: either is a reason.
    with refused(Refusal, "400 "):
        call("accounts:signInWithCustomToken", token=auth.create_custom_token(fresh()).decode())


@check("custom claims arrive with the next token, and go again")
def _():
    user = make_user()
    auth.set_custom_user_claims(user.uid, {"admin": True, "level": 3})
    equal(auth.get_user(user.uid).custom_claims, {"admin": True, "level": 3})
    tokens = sign_in(user)
    claims = auth.verify_id_token(tokens["idToken"])
    equal((claims["admin"], claims["level"]), (True, 3))
    auth.set_custom_user_claims(user.uid, None)
    assert "admin" not in auth.verify_id_token(refresh(tokens["refreshToken"])["id_token"])


@check("verifies ID tokens beside an emulator")
def _():
    user = make_user(display_name="Taro")
    claims = auth.verify_id_token(sign_in(user)["idToken"], check_revoked=True)
    equal((claims["uid"], claims["email"], claims["email_verified"]), (user.uid, user.email, False))
    equal((claims["name"], claims["aud"]), ("Taro", PROJECT))
    equal(claims["iss"], "https://securetoken.google.com/" + PROJECT)
    equal(claims["firebase"]["identities"], {"email": [user.email]})
    with refused(auth.InvalidIdTokenError):
        auth.verify_id_token(auth.create_custom_token("x").decode())


@check("verifies ID tokens as in production, by the published certificates", when=IS_SIGNED)
def _():
    user = make_user()
    token = sign_in(user)["idToken"]
    with production() as app:
        equal(auth.verify_id_token(token, app)["uid"], user.uid)
        head, body, signature = token.split(".")
        flipped = ("A" if signature[9] != "A" else "B")
        with refused(auth.InvalidIdTokenError):
            auth.verify_id_token(f"{head}.{body}.{signature[:9]}{flipped}{signature[10:]}", app)
        none = base64.urlsafe_b64encode(b'{"alg":"none","typ":"JWT"}').decode().rstrip("=")
        with refused(auth.InvalidIdTokenError):
            auth.verify_id_token(f"{none}.{body}.", app)


@check("session cookies are made and verified")
def _():
    user = make_user()
    token = sign_in(user)["idToken"]
    cookie = auth.create_session_cookie(token, datetime.timedelta(minutes=5))
    claims = auth.verify_session_cookie(cookie, check_revoked=True)
    equal((claims["uid"], claims["exp"] - claims["iat"]), (user.uid, 300))
    equal(claims["iss"], "https://session.firebase.google.com/" + PROJECT)
    equal(claims["auth_time"], auth.verify_id_token(token)["auth_time"])
    with refused(auth.InvalidSessionCookieError):
        auth.verify_session_cookie(token)
    with refused(auth.InvalidIdTokenError):
        auth.verify_id_token(cookie)
    with refused(Exception, "INVALID_ID_TOKEN"):
        auth.create_session_cookie("x", datetime.timedelta(days=14))


@check("verifies session cookies as in production", when=IS_STRICT)
def _():
    user = make_user()
    cookie = auth.create_session_cookie(sign_in(user)["idToken"], datetime.timedelta(days=1))
    with production() as app:
        equal(auth.verify_session_cookie(cookie, app=app)["uid"], user.uid)


@check("revoking ends the tokens of before, and not those of after")
def _():
    user = make_user()
    tokens = sign_in(user)
    cookie = auth.create_session_cookie(tokens["idToken"], 3600)
    with later("2s"):
        # revoke_refresh_tokens takes the moment from this machine's clock; the world's is ahead of it here.
        # The cookie was made last, and may be of a later second than the token.
        auth.update_user(user.uid, valid_since=auth.verify_session_cookie(cookie)["iat"] + 1)
        with refused(auth.RevokedIdTokenError):
            auth.verify_id_token(tokens["idToken"], check_revoked=True)
        with refused(auth.RevokedSessionCookieError):
            auth.verify_session_cookie(cookie, check_revoked=True)
        if IS_STRICT:
            with refused(Refusal, "TOKEN_EXPIRED"):
                refresh(tokens["refreshToken"])
        equal(auth.verify_id_token(sign_in(user)["idToken"], check_revoked=True)["uid"], user.uid)


@check("revokes by the name of it")
def _():
    user = make_user()
    before = auth.get_user(user.uid).tokens_valid_after_timestamp
    auth.revoke_refresh_tokens(user.uid)
    assert auth.get_user(user.uid).tokens_valid_after_timestamp >= before
    with refused(auth.UserNotFoundError):
        auth.revoke_refresh_tokens("nobody")


# Links


@check("a link verifies an address")
def _():
    user = make_user()
    link = auth.generate_email_verification_link(user.email)
    equal((query(link)["mode"], "oobCode" in query(link)), ("verifyEmail", True))
    call("accounts:update", oobCode=query(link)["oobCode"])
    equal(auth.get_user(user.uid).email_verified, True)
    with refused(Refusal, "INVALID_OOB_CODE"):
        call("accounts:update", oobCode=query(link)["oobCode"])


@check("a link resets a password")
def _():
    user = make_user()
    code = query(auth.generate_password_reset_link(user.email))["oobCode"]
    equal(call("accounts:resetPassword", oobCode=code)["email"], user.email)
    call("accounts:resetPassword", oobCode=code, newPassword="battery-staple")
    with refused(Refusal, "INVALID_"):
        sign_in(user)
    equal(call("accounts:signInWithPassword", email=user.email, password="battery-staple")["localId"], user.uid)


@check("a link signs in")
def _():
    email = fresh_email()
    settings = auth.ActionCodeSettings("https://app.localhost/done?a=1", handle_code_in_app=True)
    link = auth.generate_sign_in_with_email_link(email, settings)
    equal((query(link)["mode"], query(link)["continueUrl"]), ("signIn", "https://app.localhost/done?a=1"))
    tokens = call("accounts:signInWithEmailLink", email=email, oobCode=query(link)["oobCode"])
    user = auth.get_user(tokens["localId"])
    equal((user.email, user.email_verified), (email, True))


@check("no link for an address that nobody has")
def _():
    with refused(auth.EmailNotFoundError):
        auth.generate_password_reset_link("nobody@example.com")
    with refused(auth.UserNotFoundError):
        auth.generate_email_verification_link("nobody@example.com")


# Tenants


def make_tenant():
    made = admin("POST", f"/v2/projects/{PROJECT}/tenants", {
        "displayName": "Tenant", "allowPasswordSignup": True, "enableEmailLinkSignin": True})
    return made["name"].rpartition("/")[2]


@check("a tenant's users are its own")
def _():
    tenant = make_tenant()
    client = tenant_mgt.auth_for_tenant(tenant)
    uid, email = fresh(), fresh_email()
    user = client.create_user(uid=uid, email=email, password="correct-horse", display_name="Before")
    equal((user.tenant_id, client.get_user_by_email(email).uid), (tenant, uid))
    equal([listed.uid for listed in client.list_users().iterate_all()], [uid])
    with refused(auth.UserNotFoundError):
        auth.get_user(uid)
    auth.create_user(uid=uid, email=email)  # the same again, in the project
    equal(client.update_user(uid, display_name="After").display_name, "After")
    equal(auth.get_user(uid).display_name, None)
    client.set_custom_user_claims(uid, {"seat": 7})
    equal(client.get_user(uid).custom_claims, {"seat": 7})
    result = client.import_users([auth.ImportUserRecord(uid=fresh(), email=fresh_email())])
    equal(result.success_count, 1)
    client.delete_user(uid)
    with refused(auth.UserNotFoundError):
        client.get_user(uid)
    equal(auth.get_user(uid).email, email)


@check("a tenant's tokens are good for the tenant only")
def _():
    tenant, other = make_tenant(), make_tenant()
    client = tenant_mgt.auth_for_tenant(tenant)
    email = fresh_email()
    user = client.create_user(email=email, password="correct-horse")
    tokens = call("accounts:signInWithPassword", email=email, password="correct-horse", tenantId=tenant)
    claims = client.verify_id_token(tokens["idToken"], check_revoked=True)
    equal((claims["uid"], claims["firebase"]["tenant"]), (user.uid, tenant))
    with refused(tenant_mgt.TenantIdMismatchError):
        tenant_mgt.auth_for_tenant(other).verify_id_token(tokens["idToken"])
    equal(client.verify_id_token(refresh(tokens["refreshToken"])["id_token"])["uid"], user.uid)


@check("a tenant's custom token signs in there")
def _():
    tenant, uid = make_tenant(), fresh()
    token = custom_token(uid, {"role": "guest"}, tenant)
    # The emulator takes no notice of the tenant where the call names none, and makes a user of the project.
    if IS_STRICT:
        with refused(Refusal, "TENANT_ID_MISMATCH"):
            call("accounts:signInWithCustomToken", token=token)
    tokens = call("accounts:signInWithCustomToken", token=token, tenantId=tenant)
    claims = tenant_mgt.auth_for_tenant(tenant).verify_id_token(tokens["idToken"])
    equal((claims["uid"], claims["role"]), (uid, "guest"))


@check("a tenant's links name the tenant")
def _():
    tenant = make_tenant()
    client = tenant_mgt.auth_for_tenant(tenant)
    user = client.create_user(email=fresh_email(), password="correct-horse")
    link = query(client.generate_email_verification_link(user.email))
    equal(link["tenantId"], tenant)
    call("accounts:update", oobCode=link["oobCode"], tenantId=tenant)
    equal(client.get_user(user.uid).email_verified, True)


redirect_google()
run("firebase-admin")
