import assert from "node:assert/strict";
import { once } from "node:events";
import { after, afterEach, before, test } from "node:test";

import { ordersServer } from "./orders-server.mjs";
import { SessionBridge, call } from "./session-bridge.mjs";

let bridge, server, orders;

before(async () => {
    bridge = await SessionBridge.start();
    const host = "www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";
    server = ordersServer({ project: bridge.project, certificates: `${bridge.auth}/${host}` }).listen(0, "127.0.0.1");
    await once(server, "listening");
    orders = (token) => call(
        "GET", `http://127.0.0.1:${server.address().port}/orders`, undefined, { authorization: `Bearer ${token}` });
});
afterEach(() => bridge.reset());
after(async () => {
    server.close();
    await bridge.stop();
});

test("a user's orders are for that user", async () => {
    const user = await bridge.user();
    assert.equal((await orders(user.idToken)).user, user.uid);
});

test("a token that is over opens nothing", async () => {
    // Somebody signed in 61 minutes ago; the server's clock is this machine's.
    await bridge.clock.advance("-61m");
    const user = await bridge.user();
    await assert.rejects(orders(user.idToken), /401 .*over/);
});

test("a token of a key that was taken back opens nothing", async () => {
    const user = await bridge.user();
    await bridge.ask("POST", "keys:rotate", { drop_old: true });
    await assert.rejects(orders(user.idToken), /401 .*unknown key/);
});

test("the session reaches the page, and whose cookie store it takes is told", async () => {
    const user = await bridge.user();
    const [well, lost] = await Promise.all([
        bridge.handoff(user), bridge.handoff(user, { inject: "cookie-store" })]);
    assert.equal(well.verdict, "signed-in", JSON.stringify(well.root_cause));
    assert.equal(well.user, user.uid);
    assert.equal(lost.root_cause.code, "script/http-only");
});
