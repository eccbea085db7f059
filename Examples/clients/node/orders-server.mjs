// The app under test: an API that knows its users by Firebase ID tokens, verified as Firebase documents it.

import { createServer } from "node:http";
import { X509Certificate, createPublicKey, verify } from "node:crypto";

/** Serves on any free port; `now` is in seconds, for tests of what is over. */
export function ordersServer({ project, certificates, now = () => Date.now() / 1000 }) {
    return createServer(async (request, response) => {
        const answer = (status, body) =>
            response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
        try {
            const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
            const claims = await verified(token, { project, certificates, now });
            answer(200, { user: claims.sub, orders: [] });
        } catch (error) {
            answer(401, { message: error.message });
        }
    });
}

async function verified(token, { project, certificates, now }) {
    const [head, payload, signature] = token.split(".");
    if (!signature) throw new Error("no token");
    const read = (part) => JSON.parse(Buffer.from(part, "base64url"));
    const { alg, kid } = read(head);
    const certificate = (await (await fetch(certificates)).json())[kid];
    if (alg !== "RS256" || !certificate) throw new Error("unknown key");
    const key = createPublicKey(new X509Certificate(certificate).publicKey.export({ type: "spki", format: "pem" }));
    if (!verify("sha256", Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, "base64url"))) {
        throw new Error("bad signature");
    }
    const claims = read(payload);
    if (claims.aud !== project || claims.iss !== `https://securetoken.google.com/${project}`) {
        throw new Error("another project's");
    }
    if (claims.exp <= now()) throw new Error("over");
    return claims;
}
