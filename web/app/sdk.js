// Which auth client the page uses: its own small one, or with `?sdk=official` the official firebase package.
import { AuthClient } from "./auth.js";
import { officialAuth } from "./official-auth.js";

export class MissingSDK extends Error {}

/** @param {string} search the address's query, with its question mark */
export function wantsOfficialSDK(search) {
  return new URLSearchParams(search).get("sdk") === "official";
}

/**
 * @param {object} config as the server gives it: `officialSdk` is `{version}`, or `{missing}` with a sentence
 * @param {boolean} official
 * @throws {MissingSDK} when the server has no such package for the page
 */
export async function openAuth(config, official) {
  if (!official) return new AuthClient(config, window.localStorage);
  if (!config.officialSdk?.version) {
    throw new MissingSDK(config.officialSdk?.missing ?? "This page's server knows nothing of the package.");
  }
  // Bare names: the server puts an import map into the page when the address asks for the official SDK.
  const [app, auth] = await Promise.all([import("firebase/app"), import("firebase/auth")]);
  return officialAuth({ ...app, ...auth }, config);
}
