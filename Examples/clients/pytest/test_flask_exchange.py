"""Tests of Examples/apps/flask-exchange: its backend by itself, and the whole way from the app to its page."""

import pytest
from pytest_session_bridge import Refused, User, call


def exchange(session_bridge, id_token):
    return call("POST", f"{session_bridge.backend}/auth/exchange", {"id_token": id_token})["data"]["customToken"]


def test_the_backend_trades_an_id_token(session_bridge, user):
    assert exchange(session_bridge, user.id_token).count(".") == 2


def test_the_backend_refuses_a_token_that_is_over(session_bridge, clock):
    # Somebody signed in 61 minutes ago; the backend's clock is this machine's.
    clock.advance("-61m")
    late = User(session_bridge, "hana@example.com", "correct-horse")
    with pytest.raises(Refused, match="401 .*ExpiredSignatureError"):
        exchange(session_bridge, late.id_token)


def test_the_backend_refuses_what_is_no_token(session_bridge):
    with pytest.raises(Refused, match="401 .*DecodeError"):
        exchange(session_bridge, "hello")


def test_the_page_opens_signed_in(handoff, user):
    answer = handoff(user, path="/orders")
    assert answer.is_signed_in
    assert answer.user == user.uid


def test_a_cookie_in_the_apps_own_storage_does_not_reach_the_page(handoff, user):
    answer = handoff(user, inject="native-storage")
    assert answer.verdict == "signed-out"
    assert answer.root_cause["code"] == "send/other-store"


def test_an_auth_service_that_is_down_is_told(session_bridge, handoff, user):
    session_bridge.faults({"endpoint": "accounts:signInWithPassword", "effect": "status", "status": 503})
    answer = handoff(user)
    assert (answer.outcome, answer.step) == ("failed", "sign-in")
