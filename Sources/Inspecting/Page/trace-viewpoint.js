// From where a trace was seen, and so what it cannot tell of. What was out of sight did not fail to happen, and is no
// stage that was not needed.

const everywhere = { unseen: new Set(), why: undefined };

const viewpoints = {
  services: {
    unseen: new Set(["native", "copied", "view", "seen", "read", "deleted"]),
    why: "Only what reaches the services is seen here. The stores and scripts of a device or a browser of your own are not;"
      + " its own tools show them, and so does a scenario that session-bridge runs.",
  },
  network: {
    unseen: new Set(["copied", "seen", "read"]),
    why: "Only requests and answers are seen here, and the stores are worked out from them. What a script saw or copied on"
      + " the device is not.",
  },
};

/** `{unseen: ids of stages, why?}` of a trace's head. */
export function viewpointOf(head) {
  const { seen_from: from } = head;
  return typeof from === "string" && Object.hasOwn(viewpoints, from) ? viewpoints[from] : everywhere;
}
