// A backend without dependencies: it verifies an ID token and answers with a custom token.
const { createSign, createVerify, X509Certificate } = require("node:crypto");
const { createServer } = require("node:http");
const { readFileSync } = require("node:fs");

const project = process.env.GOOGLE_CLOUD_PROJECT;
const certificates = process.env.SESSION_BRIDGE_CERTIFICATES;
const account = JSON.parse(readFileSync(process.env.GOOGLE_APPLICATION_CREDENTIALS, "utf8"));

const encode = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
const decode = (part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
const now = () => Math.floor(Date.now() / 1000);

async function verify(idToken) {
  const [head, body, signature] = idToken.split(".");
  const { alg, kid } = decode(head);
  const pem = (await (await fetch(certificates)).json())[kid];
  if (alg !== "RS256" || !pem) throw new Error("the ID token has no known key");
  const key = new X509Certificate(pem).publicKey;
  const signed = createVerify("RSA-SHA256").update(`${head}.${body}`);
  if (!signed.verify(key, signature, "base64url")) throw new Error("the ID token's signature is wrong");
  const claims = decode(body);
  const issuer = `https://securetoken.google.com/${project}`;
  if (claims.aud !== project || claims.iss !== issuer) throw new Error("the ID token is for another project");
  if (claims.exp <= now()) throw new Error("the ID token has expired");
  return claims.sub;
}

function customToken(uid) {
  const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
  const claims = { iss: account.client_email, sub: account.client_email, aud: audience, uid };
  const text = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ ...claims, iat: now(), exp: now() + 3600 })}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(account.private_key, "base64url")}`;
}

async function exchange(request) {
  let body = "";
  for await (const part of request) body += part;
  return customToken(await verify(JSON.parse(body).idToken));
}

createServer((request, response) => {
  const answer = (status, value) =>
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  if (request.method !== "POST" || request.url !== "/auth/exchange") return answer(404, { error: "not found" });
  exchange(request)
    .then((token) => answer(200, { customToken: token }))
    .catch((error) => answer(401, { error: error.message }));
}).listen(process.env.PORT || 3000, "127.0.0.1");
