// Which lane an event stands in. Seven lanes answer "who did it"; an eighth, `world`, is for who stands outside the
// handoff: the test, the clock, the proxy.

export const lanes = [
  { id: "world", label: "world" },
  { id: "app", label: "app" },
  { id: "native", label: "native store" },
  { id: "backend", label: "backend" },
  { id: "auth", label: "auth" },
  { id: "view", label: "web view" },
  { id: "page", label: "page" },
  { id: "guard", label: "guard" },
];

const laneIDs = new Map(lanes.map((lane, index) => [lane.id, index]));

const laneOfActor = new Map([
  ["app", "app"],
  ["backend", "backend"],
  ["edge", "backend"],
  ["auth", "auth"],
  ["apple", "auth"],
  ["twitter", "auth"],
  ["web-view", "view"],
  ["page", "page"],
]);

/** The app's own cookie storage, as opposed to any store of a web view. */
export const isNativeStore = (store) => store === "native storage";

/** The index in `lanes`. Actors that a later version may have stand in `world`. */
export function laneOf(event) {
  if (event.kind === "routing") return laneIDs.get("guard");
  return laneIDs.get(laneOfActor.get(event.actor) ?? "world");
}

/** The lane of the store that the event wrote or read, where that is another one; else undefined. */
export function towardLane(event) {
  if (event.kind !== "cookie-write" && event.kind !== "cookie-read") return undefined;
  const target = laneIDs.get(isNativeStore(event.store) ? "native" : "view");
  return event.store === undefined || target === laneOf(event) ? undefined : target;
}
