// session-bridge for tests in Node: its services, their clock, people, and handoffs.
//
//   const bridge = await SessionBridge.start();   // in before()
//   await bridge.stop();                          // in after()
//
// The services are those of `session-bridge exec -- node --test`, or else are started. Node 18 or later, nothing else.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, resolve, sep } from "node:path";
import { createInterface } from "node:readline";

const NAMES = ["auth", "backend", "backend_tls", "web", "web_tls", "control", "ca", "project"];

/** The JSON that an address answers with; throws what is answered instead of 200. */
export async function call(method, url, body, headers = {}) {
    const answer = await fetch(url, {
        method, headers: { "content-type": "application/json", ...headers },
        body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw Object.assign(new Error(`${answer.status} ${text.slice(0, 300)}`), { status: answer.status });
    return JSON.parse(text || "{}");
}

/** The folder of the test's file, wherever Node was started; under a runner that loads it, where that was started. */
function testFolder() {
    const file = process.argv[1];
    return file && !file.split(sep).includes("node_modules") ? dirname(resolve(file)) : process.cwd();
}

export class SessionBridge {
    #service; #handoffs;

    /**
     * @param {string} tool the program
     * @param {string[]} options of `serve` and of `handoff`: ["--project-file", "session-bridge.yaml"]
     * @param {string} folder where both run: paths among the options count from there, and the project file is the nearest
     *   session-bridge.yaml from there upwards
     */
    static async start({
        tool = process.env.SESSION_BRIDGE_TOOL ?? "session-bridge", options = [], folder = testFolder(),
    } = {}) {
        const bridge = new SessionBridge();
        if (process.env.SESSION_BRIDGE_CONTROL) {
            for (const name of NAMES) bridge[name] = process.env[`SESSION_BRIDGE_${name.toUpperCase()}`];
        } else {
            bridge.#service = new Child(
                tool, ["serve", "--json", "--quiet", "--ephemeral", "--port-base", "0", ...options], folder);
            Object.assign(bridge, JSON.parse(await bridge.#service.line()));
        }
        bridge.#handoffs = new Child(tool, [
            "handoff", "--stdio", "--auth", bridge.auth, "--backend", bridge.backend_tls, "--web", bridge.web_tls,
            "--ca", bridge.ca, "--project", bridge.project, ...options], folder);
        return bridge;
    }

    /** Ends what was started; rejects when something did not end well. */
    async stop() {
        await this.#handoffs.end();
        await this.#service?.end("SIGTERM");
    }

    /** A control endpoint: ask("GET", "inbox"). */
    ask(method, path, body) { return call(method, `${this.control}/__bridge/${path}`, body); }

    /** Accounts, faults, trace and clock as after a first start: for between two tests. */
    reset() { return this.ask("POST", "reset", {}); }

    /** What goes wrong in the auth service: { endpoint: "token", effect: "status", status: 503 }. */
    faults(...faults) { return this.ask("PUT", "faults", { faults }); }

    clock = {
        now: async () => (await this.ask("GET", "clock")).now,
        /** By "61m", "10s" or "-1h". */
        advance: (duration) => this.ask("POST", "clock", { advance: duration }),
        freeze: (now) => this.ask("POST", "clock", { frozen: true, ...(now && { now }) }),
        /** { backend: "-3s" } */
        skew: (parties) => this.ask("POST", "clock", { skew: parties }),
    };

    /** Somebody with an account: { email, password, uid, idToken }. */
    async user({ email = "taro@example.com", password = "correct-horse" } = {}) {
        const answer = await call(
            "POST", `${this.auth}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`,
            { email, password, returnSecureToken: true });
        return { email, password, uid: answer.localId, idToken: answer.idToken };
    }

    /** Hands a session over on a new phone, unless `members` say otherwise: { op: "sign-in", device: "a" }. */
    handoff(user, members = {}) {
        const person = user && { email: user.email, password: user.password };
        return this.#handoffs.ask({ op: "handoff", ...person, ...members });
    }
}

/** A program that answers lines. */
class Child {
    #process; #exit; #lines; #waiting = new Map(); #next = 1; #first;

    constructor(tool, words, folder) {
        this.#process = spawn(tool, words, { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
        this.#exit = once(this.#process, "exit");
        this.#lines = createInterface({ input: this.#process.stdout });
        this.#first = once(this.#lines, "line").then(([line]) => line);
        this.#lines.on("line", (line) => {
            const answer = JSON.parse(line);
            this.#waiting.get(answer.id)?.resolve(answer);
            this.#waiting.delete(answer.id);
        });
        this.#exit.then(([code, signal]) => {
            const error = new Error(`session-bridge ${words[0]} ended with ${code ?? signal}`);
            for (const { reject } of this.#waiting.values()) reject(error);
        }, () => {});
    }

    /** The first line; rejects when it ends, or cannot be started, before there is one. */
    line() {
        const ended = this.#exit.then(([code]) => { throw new Error(`session-bridge ended with ${code}`); });
        return Promise.race([this.#first, ended]);
    }

    ask(members) {
        const id = this.#next++;
        return new Promise((resolve, reject) => {
            this.#waiting.set(id, { resolve, reject });
            this.#process.stdin.write(JSON.stringify({ id, ...members }) + "\n");
        });
    }

    async end(signal) {
        if (signal) this.#process.kill(signal); else this.#process.stdin.end();
        const [code, by] = await this.#exit;
        if (code !== 0) throw new Error(`session-bridge ended with ${code ?? by}`);
    }
}
